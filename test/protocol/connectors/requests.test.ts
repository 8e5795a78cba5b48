import { beforeEach, describe, expect, test } from 'vitest';
import type { RemoteStep } from '#shared/connectors/index.ts';
import { answerJson, makeConnector, startRemote } from '#test/support/connectors.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';

let steps: RemoteStep[];
const api = startedAnew(() => startRemote(answerJson({ id: '1' })));
beforeEach(() => {
  steps = [];
});

type Members = Readonly<Record<string, unknown>>;
/** A connector with one operation that creates, given by what it has besides its mapping. */
function creating(operation: Members, properties: Members = {}) {
  const schema = ['name', 'roles'].map((fieldName) => ({
    fieldName,
    type: 'STRING',
    flags: fieldName === 'roles' ? ['MULTIVALUED'] : [],
  }));
  const exceptions = { BAD_REQUEST: [{ code: '400', messageErrorPath: 'error' }] };
  const CREATE = {
    path: '/users',
    method: 'POST',
    idPath: 'id',
    requestMapping: { name: 'name', roles: 'roles' },
    ...operation,
  };
  const objectTypes = { __ACCOUNT__: { schema, operations: { CREATE }, exceptions } };

  return makeConnector({
    serviceUri: `${api.origin}/v1`,
    authToken: 'planted-token',
    objectTypes,
    ...properties,
  });
}

async function create(operation: Members, attributes: Members = { name: 'Zoë' }, properties: Members = {}) {
  const made = creating(operation, properties);
  await made.connector.create('__ACCOUNT__', attributes as Readonly<Record<string, string>>, { steps });
  return made;
}

describe('bodies', () => {
  test('are JSON where nothing says otherwise', async () => {
    await create({});
    expect(api.seen[0]).toMatchObject({ url: '/v1/users', body: '{"name":"Zoë"}' });
    expect(api.seen[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '15',
    });
  });

  test('are JSON under the name that the operation gives it', async () => {
    await create({ headers: { 'content-type': 'application/scim+json' } });
    expect(api.seen[0]?.body).toBe('{"name":"Zoë"}');
    expect(api.seen[0]?.headers['content-type']).toBe('application/scim+json');
  });

  test('are forms where the operation says so: lists as repeated fields', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' };
    await create({ headers, requestBody: { active: true } }, { name: 'Zoë & co', roles: ['a', 'b'] });
    const form = new URLSearchParams(api.seen[0]?.body);
    expect([form.get('name'), form.getAll('roles'), form.get('active')]).toEqual([
      'Zoë & co',
      ['a', 'b'],
      'true',
    ]);
  });
});

describe('header fields', () => {
  test('of an operation take the place of those of every request, in whatever case', async () => {
    const defaultHeaders = { 'x-tenant': 'acme', 'X-Trace': '1' };
    await create({ headers: { 'X-TENANT': 'globex' } }, {}, { defaultHeaders });
    expect(api.seen[0]?.headers).toMatchObject({ 'x-tenant': 'globex', 'x-trace': '1' });
  });

  test('of every request do not take the place of the credentials; those of an operation do', async () => {
    await create({}, {}, { defaultHeaders: { authorization: 'Basic other' } });
    await create({ headers: { Authorization: 'Key own' } });
    expect(api.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer planted-token', 'Key own']);
  });
});

describe('a whole URL as path', () => {
  test('of the same server is sent with credentials', async () => {
    await create({ path: `${api.origin}/v2/users` });
    expect(api.seen[0]).toMatchObject({
      url: '/v2/users',
      headers: { authorization: 'Bearer planted-token' },
    });
  });

  test('of another server is sent without credentials and standing fields, and the step says so', async () => {
    const other = await startRemote(answerJson({ id: '1' }));
    const headers = { Authorization: 'Basic own', 'X-Auth-Token': 'own', 'X-Tenant': 'acme' };
    const properties = { defaultHeaders: { 'X-Api-Key': 'planted-key' } };
    await create({ path: `${other.origin}/users`, headers }, {}, properties);
    expect(other.seen).toHaveLength(1);
    expect(other.seen[0]?.headers).toMatchObject({ 'x-tenant': 'acme' });
    expect(other.seen[0]?.headers).not.toHaveProperty('x-auth-token');
    expect(other.seen[0]?.headers).not.toHaveProperty('authorization');
    expect(other.seen[0]?.headers).not.toHaveProperty('x-api-key');
    expect(steps[0]?.notes.join()).toContain('without credentials');
    await other.close();
  });
});

describe('what is kept of a request', () => {
  test('the exchange in Activity, with the system and the operation', async () => {
    const { records } = await create({});
    expect(records).toMatchObject([
      {
        side: 'client',
        service: 'connectorHost',
        origin: api.origin,
        method: 'POST',
        target: '/v1/users',
        requestBody: '{"name":"Zoë"}',
        status: 200,
        reason: 'OK',
        tags: ['system:hr', 'operation:CREATE'],
      },
    ]);
    expect(steps[0]?.exchangeId).toBe('exchange-1');
  });

  test('the step, in which no secret can be read, wherever it stands', async () => {
    api.answer = answerJson({ id: '1', echo: 'planted-token', refresh_token: 'other-token' });
    const defaultHeaders = { 'X-Api-Key': 'planted-key', 'X-Auth-Token': 'planted-auth', 'X-Tenant': 'acme' };
    const queryParams = { api_key: 'planted-query', view: 'full' };
    await create({ queryParams }, { name: 'planted-token' }, { defaultHeaders });
    expect(api.seen[0]?.url).toBe('/v1/users?api_key=planted-query&view=full');
    const text = JSON.stringify(steps);
    expect(text).not.toMatch(/planted|other-token/);
    expect(text).toContain('view=full');
    expect(steps[0]?.request.headers).toContainEqual(['X-Tenant', 'acme']);
    expect(JSON.parse(steps[0]?.response?.body ?? '')).toEqual({
      id: '1',
      echo: '••••••••',
      refresh_token: '••••••••',
    });
  });
});

test('a step that is cut shows no beginning of a secret that lies across the border', async () => {
  const attributes = { name: `${'x'.repeat(1_048_576 - 14)}planted-token` };
  await create({}, attributes);
  expect(steps[0]?.request.body).toHaveLength(1_048_576);
  expect(steps[0]?.request.body).not.toContain('plant');
  api.answer = answerJson({ id: '1', name: attributes.name });
  await create({});
  expect(steps[1]?.response).toMatchObject({ isCut: true });
  expect(steps[1]?.response?.body).not.toContain('plant');
});

test('a remote that repeats the credentials in its refusal does not bring them to light', async () => {
  api.answer = answerJson({ error: 'The token planted-token has expired' }, 400);
  const failure = create({}).catch((error: unknown) => error);
  const text = JSON.stringify([String(await failure), await failure, steps]);
  expect(text).toContain('has expired');
  expect(text).not.toContain('planted-token');
});

test('a connector that is let go lets its operations end', async () => {
  let answerNow: (() => void) | null = null;
  api.answer = (request, response) => void (answerNow = () => answerJson({ id: '7' })(request, response));
  const { connector } = creating({});
  const created = connector.create('__ACCOUNT__', { name: 'Zoë' }, {});
  const answer = await eventually(() => answerNow);
  const closed = connector.close();
  answer();
  expect(await created).toBe('7');
  await closed;
});
