import { expect, test } from 'vitest';
import { answerJson, startRemote } from '#test/support/connectors.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { managementClient } from '#test/support/sample-connector.ts';
import { startedOnce } from '#test/support/started.ts';

/** Attributes of the account in the sample of the documents. Spec 2 §A.3 */
const names = ['userName', 'sn', 'givenName', 'mail', 'telephoneNumber', 'description'] as const;
const mapping = Object.fromEntries(names.map((name) => [name, name]));
const ann = Object.fromEntries(names.map((name) => [name, `${name} of Ann`]));
const paths = { idPath: 'id', namePath: 'userName' };
const admin = { 'X-Acme-Username': 'admin', 'X-Acme-Password': 'admin-password' };

/** The account that the remote has. */
let account: Record<string, unknown>;

const remote = startedOnce(() => {
  account = { id: 'u1', ...ann, accountStatus: 'active' };
  return startRemote((request, response) => {
    if (request.method === 'PUT') account = { ...account, ...(JSON.parse(request.body) as object) };
    const isList = request.url === '/accounts' && request.method === 'GET';
    answerJson(isList ? { accounts: [account] } : account)(request, response);
  });
});
const running = startedOnce(() =>
  startTestEngine({
    files: {
      'gatehouse.json': {
        id: 'test',
        name: 'Test workspace',
        vendor: { header: 'Acme' },
        services: { connectorHost: { username: 'admin', password: 'admin-password' } },
      },
      'connectors/provisioner.openicf-rest.json': restConnector(remote.origin),
    },
  }),
);
const call = managementClient(running, admin);

function restConnector(serviceUri: string): unknown {
  const read = { ...mapping, accountStatus: 'accountStatus' };
  return {
    name: 'rest',
    displayName: 'Rest Connector',
    enabled: true,
    connectorRef: {
      bundleVersion: '1.5.20.36',
      bundleName: 'rest-connector',
      connectorName: 'RestConnector',
    },
    configurationProperties: {
      serviceUri,
      authenticationMethod: 'BASIC',
      login: 'svc',
      password: 'service-password',
      objectTypes: {
        __ACCOUNT__: {
          schema: [...names, 'accountStatus'].map((fieldName) => ({ fieldName, type: 'STRING', flags: [] })),
          operations: {
            GET: { path: '/accounts/{uid}', method: 'GET', ...paths, responseMapping: read },
            QUERY: { path: '/accounts', method: 'GET', ...paths, responseMapping: { accounts: read } },
            CREATE: { path: '/accounts', method: 'POST', idPath: 'id', requestMapping: mapping },
            UPDATE: { path: '/accounts/{uid}', method: 'PUT', idPath: 'id', requestMapping: mapping },
          },
        },
      },
    },
  };
}

const record = () => ({
  _id: 'u1',
  _rev: expect.any(String) as unknown,
  __NAME__: account['userName'],
  ...Object.fromEntries([...names, 'accountStatus'].map((name) => [name, account[name]])),
});

test('POST /system/rest?_action=test without a body gives the test response', async () => {
  const { status, body } = await call('POST', '/system/rest?_action=test', undefined, {
    'Accept-API-Version': 'resource=1.0',
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    name: 'rest',
    enabled: true,
    config: 'config/provisioner.openicf/rest',
    connectorRef: {
      bundleVersion: '1.5.20.36',
      bundleName: 'rest-connector',
      connectorName: 'RestConnector',
    },
    displayName: 'Rest Connector',
    objectTypes: ['__ACCOUNT__', '__ALL__'],
    ok: true,
  });
});

test('POST /openidm/system/rest/__ACCOUNT__?_action=create with attributes gives the new record', async () => {
  const { status, body } = await call('POST', '/openidm/system/rest/__ACCOUNT__?_action=create', ann);
  expect(status).toBe(201);
  expect(body).toEqual(record());
  const sent = remote.seen.find(({ method }) => method === 'POST');
  expect([sent?.url, JSON.parse(sent?.body ?? '')]).toEqual(['/accounts', ann]);
});

test('PUT /openidm/system/rest/__ACCOUNT__/<uid> with attributes gives the changed record', async () => {
  const { status, body } = await call('PUT', '/openidm/system/rest/__ACCOUNT__/u1', {
    ...ann,
    sn: 'Archer',
  });
  expect(status).toBe(200);
  expect(body).toEqual({ ...record(), sn: 'Archer' });
  expect(remote.seen.find(({ method }) => method === 'PUT')?.url).toBe('/accounts/u1');
});

test('GET /openidm/system/rest/__ACCOUNT__/<uid> gives the record, with accountStatus', async () => {
  const { status, body } = await call('GET', '/openidm/system/rest/__ACCOUNT__/u1');
  expect(status).toBe(200);
  expect(body).toEqual({ ...record(), accountStatus: 'active' });
});

test('GET /openidm/system/rest/__ACCOUNT__?_queryFilter=true gives the list', async () => {
  const { status, body } = await call('GET', '/openidm/system/rest/__ACCOUNT__?_queryFilter=true');
  expect(status).toBe(200);
  expect(body).toEqual({
    result: [record()],
    resultCount: 1,
    pagedResultsCookie: null,
    totalPagedResultsPolicy: 'NONE',
    totalPagedResults: -1,
    remainingPagedResults: -1,
  });
});

test('the names of the credential fields hold the vendor of the workspace, and no other', async () => {
  const other = managementClient(running, {
    'X-Gatehouse-Username': 'admin',
    'X-Gatehouse-Password': 'admin-password',
  });
  expect((await other('GET', '/openidm/system/rest/__ACCOUNT__/u1')).status).toBe(401);
});

test('what goes to the remote is what the configuration says: its credentials, not those of the caller', async () => {
  const basic = `Basic ${Buffer.from('svc:service-password').toString('base64')}`;
  await call('GET', '/openidm/system/rest/__ACCOUNT__/u1');
  await call('PUT', '/openidm/system/rest/__ACCOUNT__/u1', { sn: 'Adams' });
  expect(remote.seen.length).toBeGreaterThanOrEqual(3);
  for (const { url, headers } of remote.seen) {
    expect(url).toMatch(/^\/accounts(?:\/u1)?$/);
    expect(headers.authorization).toBe(basic);
    expect(JSON.stringify(headers)).not.toContain('admin-password');
  }
});
