import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connectByPort } from '#test/support/api-clients.ts';
import { codeOf, twoTransports } from '#test/support/api-stories.ts';
import { importFiles } from '#test/support/consents.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { clientCredentials, tokenRequest } from '#test/support/people.ts';
import { startedOnce } from '#test/support/started.ts';

const running = startedOnce(() => startTestEngine({ files: importFiles() }));
const connected = startedOnce(() => connectByPort(running.engine));
const client = startedOnce(() => connected.client);

const secret = 'planted-template-secret';
const textOf = (file: string | null) =>
  readFileSync(join(running.engine.workspace.directory, file ?? ''), 'utf8');
const problemsAt = (file: string | null) =>
  running.engine
    .problems()
    .filter(({ location, severity }) => location?.file === file && severity !== 'notice');
const make = (
  kind: 'client' | 'connector' | 'route' | 'import',
  id: string,
  values: Record<string, string>,
) => client.templates.create({ kind, id, values });

describe.each([
  ['machine-to-machine', { scope: 'orders.read' }],
  ['platform-worker', {}],
])('a client from %s', (id, values) => {
  test('gets a token by its grant, and its secret stands in no file', async () => {
    const { name, file } = await make('client', id, { ...values, name: `t-${id}`, secret });
    expect(problemsAt(file)).toEqual([]);
    expect(textOf(file)).not.toContain('planted');
    const answer = await clientCredentials(running.authorizationServer, [name, secret]);
    expect(answer.status).toBe(200);
  });
});

test.each(['web-application', 'single-page-application', 'native-application'])(
  'a client from %s signs a person in by code with PKCE',
  async (id) => {
    const redirect = `${running.upstreams}/cb`;
    const { name, file } = await make('client', id, { name: `t-${id}`, redirect, secret });
    expect(problemsAt(file)).toEqual([]);
    const { id: runId } = await client.flows.start({
      kind: 'code-pkce',
      clientId: name,
      username: 'ann',
      mode: 'run',
      browser: 'unattended',
    });
    await expect
      .poll(async () => (await client.flows.get({ runId })).state, { timeout: 120_000 })
      .toBe('passed');
  },
);

test('a client from resource-server validates tokens of others, by the vendor’s name for that', async () => {
  const { name } = await make('client', 'resource-server', { name: 't-resource-server', secret });
  const batch = ['batch-job', 'batch-job-secret'] as const;
  const issued = await clientCredentials(running.authorizationServer, batch);
  const answer = await tokenRequest(running.authorizationServer, [name, secret], {
    grant_type: 'urn:gatehouse:oauth2:grant_type:validate_bearer',
    token: String(issued.body['access_token']),
  });
  expect(answer.status).toBe(200);
});

test('a client whose secret is not given gets one that nobody has seen', async () => {
  const { file } = await make('client', 'machine-to-machine', { name: 't-made-up' });
  expect(textOf(file)).toContain('{"$secret":"client.t-made-up"}');
  expect(running.engine.secrets.resolve('client.t-made-up')).toMatch(/^[\w-]{32}$/);
});

test.each(['scim', 'oauth-cursor', 'token-offset', 'jwt-bearer', 'basic'])(
  'a connector from %s loads without a remark, and holds no secret',
  async (id) => {
    const name = `t-${id}`;
    const { file } = await make('connector', id, {
      name,
      token: secret,
      secret,
      key: secret,
      password: secret,
    });
    const text = textOf(file);
    expect(text).not.toContain('planted');
    const { problems, objectTypes } = await client.connectors.check({ document: text, file: file ?? '' });
    expect(problems.filter(({ severity }) => severity !== 'notice')).toEqual([]);
    expect(objectTypes).toEqual(['__ACCOUNT__']);
    expect(await client.contractHistory.state().then(({ findings }) => findings)).toEqual([]);
  },
);

const orders = { path: '/t', client: 'orders-api', secret: 'orders-api-secret' };
test.each([
  ['plain-proxy', [404, 404]],
  ['throttled-by-client', [404, 429]],
  ['throttled-by-status', [401, 401]],
  ['throttled-by-script', [401, 401]],
  ['token-protected', [401, 401]],
  ['mcp-server', [401, 401]],
])('a route from %s answers through the gateway', async (id, statuses) => {
  const path = `/t-${id}`;
  const gatewaySecret = 'mcp-gateway-secret';
  const values = { ...orders, gatewaySecret, name: `t-${id}`, path, base: running.upstreams, requests: '1' };
  const { file } = await make('route', id, values);
  expect(file).toMatch(/^routes\/\d\d-t-/);
  expect(problemsAt(file)).toEqual([]);
  const ask = async () => (await fetch(`${running.gateway}${path}`)).status;
  // The samples behind it have nothing at that address: 404 is theirs.
  await expect.poll(ask).toBe(statuses[0]);
  expect(await ask()).toBe(statuses[1]);
});

test.each(['one-consent-a-row', 'one-agreement-for-all'])(
  '%s is kept as a template of imports',
  async (id) => {
    const { name, file } = await make('import', id, {});
    expect(file).toBeNull();
    expect((await client.imports.templates()).map((template) => template.name)).toContain(name);
  },
);

test('the sample spreadsheet is read by the template that is made for it', async () => {
  await make('import', 'one-consent-a-row', { name: 'sheet' });
  const [template] = (await client.imports.templates()).filter(({ name }) => name === 'sheet');
  const { id } = await client.imports.createSample();
  const { reading } = await client.imports.preview({ id, reading: {} });
  await client.imports.read({ id, reading });
  await expect.poll(async () => (await client.imports.get({ id })).rows, { timeout: 120_000 }).toBe(200);
  if (template === undefined) throw new Error('It was not kept.');
  const saved = await client.imports.save({ id, mapping: template.mapping, dates: template.dates });
  expect(saved.problems).toEqual([]);
  expect(saved.done).toContain('map');
});

describe.each(twoTransports)('templates over %s', (_name, connect) => {
  test('templates.list, show and create: each is named, shown, and refused where the name is taken', async () => {
    const other = await connect(running.engine);
    const listed = await other.client.templates.list();
    expect(listed.filter(({ kind }) => kind === 'client')).toHaveLength(6);
    const shown = await other.client.templates.show({ kind: 'route', id: 'plain-proxy' });
    expect(shown.document).toContain('{{base}}');
    const taken = { kind: 'client', id: 'web-application', values: { name: 'portal-web' } } as const;
    expect(await codeOf(other.client.templates.create(taken))).toBe('workspace.duplicate');
    expect(await codeOf(other.client.templates.show({ kind: 'route', id: 'none' }))).toBe('api.not-found');
    const away = { kind: 'connector', id: 'basic', values: { name: '../../x' } } as const;
    expect(await codeOf(other.client.templates.create(away))).toBe('workspace.outside');
    await other.close();
  });
});

test('a template of an import that is kept already is not written over', async () => {
  const name = 'kept once';
  await make('import', 'one-consent-a-row', { name });
  expect(await codeOf(make('import', 'one-consent-a-row', { name }))).toBe('workspace.duplicate');
});
