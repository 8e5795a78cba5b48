import { describe, expect, test } from 'vitest';
import { startTestEngine } from '#test/support/engine.ts';
import { adminCredentials, connectorFiles, managementClient } from '#test/support/sample-connector.ts';
import { startedOnce } from '#test/support/started.ts';

const engine = startedOnce(() => startTestEngine({ files: connectorFiles() }));
const call = managementClient(engine);

const people = '/openidm/system/hr/__ACCOUNT__';

describe('who may ask, and for what', () => {
  test.each([
    ['no credentials', {}],
    ['a wrong password', { ...adminCredentials, 'X-Gatehouse-Password': 'guess' }],
    ['a wrong name', { ...adminCredentials, 'X-Gatehouse-Username': 'root' }],
  ])('%s: 401, and nothing of what is there', async (_what, credentials) => {
    const { status, body } = await managementClient(engine, credentials)('GET', `${people}/101`);
    expect(status).toBe(401);
    expect(body).toEqual({ code: 401, reason: 'Unauthorized', message: 'Access Denied' });
  });

  test('the base may be given with and without its first segment', async () => {
    expect((await call('GET', '/system/hr/__ACCOUNT__/101')).status).toBe(200);
    expect((await call('POST', '/system/hr?_action=test')).body['ok']).toBe(true);
  });

  test.each([
    ['GET', '/openidm/system/nobody/__ACCOUNT__/1', 404],
    ['GET', '/openidm/system/hr/__GROUP__/1', 404],
    ['GET', '/openidm/managed/user/1', 404],
    ['POST', '/openidm/system/hr?_action=explode', 400],
    ['POST', '/openidm/system/hr', 400],
    ['DELETE', '/openidm/system/hr', 405],
    ['GET', '/openidm/system/hr/__ACCOUNT__/%E0%A4%A', 404],
  ])('%s %s: %d', async (method, path, status) => {
    expect((await call(method, path)).status).toBe(status);
  });

  test.each([
    ['resource=1.0', 200],
    ['protocol=2.1,resource=1.0', 200],
    ['resource=2.0', 404],
    ['latest', 400],
  ])('Accept-API-Version %s: %d', async (version, status) => {
    const { status: got } = await call('GET', `${people}/101`, undefined, { 'Accept-API-Version': version });
    expect(got).toBe(status);
  });

  test.each([
    ['no JSON', '{"userName":', 'not valid JSON'],
    ['something behind it', '{"userName":"x"} {}', 'not valid JSON'],
    ['no object', '["x"]', 'not a JSON object'],
  ])('a body with %s is answered with 400', async (_what, text, message) => {
    const { status, body } = await call('POST', `${people}?_action=create`, text);
    expect(status).toBe(400);
    expect(body['message']).toContain(message);
  });

  test('a body without a content type is answered with 400', async () => {
    const { status } = await call('POST', `${people}?_action=create`, '{"userName":"x"}', {
      'Content-Type': '',
    });
    expect(status).toBe(400);
  });

  test('the trace names each rule and the one that refused', async () => {
    await call('GET', '/openidm/system/nobody/__ACCOUNT__/1');
    const { items } = await engine.engine.ports.storage.exchanges.page({
      limit: 5,
      service: 'connectorHost',
    });
    engine.engine.recorder.flush();
    const { items: newer } = await engine.engine.ports.storage.exchanges.page({
      limit: 5,
      service: 'connectorHost',
    });
    const trace = [...newer, ...items].find(({ side }) => side === 'server')?.trace;
    expect(trace?.rules.find(({ outcome }) => outcome === 'failed')).toMatchObject({ id: 'system' });
  });
});

describe('scripts', () => {
  test('one sees the connector and the arguments that are passed in', async () => {
    const { status, body } = await call('POST', '/openidm/system/hr?_action=script&_scriptId=whoami', {
      name: 'Ann',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      actions: [{ result: { remote: `${engine.upstreams}/hr/v1`, greeting: 'Hello Ann' } }],
    });
  });

  test.each([
    ['', 'Missing required parameter: _scriptId'],
    ['&_scriptId=nothing', 'Script with id: nothing is not defined'],
  ])('%s is answered with 400', async (more, message) => {
    const { status, body } = await call('POST', `/openidm/system/hr?_action=script${more}`);
    expect(status).toBe(400);
    expect(body['message']).toBe(message);
  });
});

describe('all systems', () => {
  test('each is tested, and the connectors are named that there are', async () => {
    const tested = await call('POST', '/openidm/system?_action=test');
    expect(tested.body).toEqual([expect.objectContaining({ name: 'hr', ok: true })]);
    const available = await call('POST', '/openidm/system?_action=availableConnectors');
    expect(available.body['connectorRef']).toEqual([
      expect.objectContaining({ bundleVersion: '1.5.20.36', displayName: 'REST Connector' }),
    ]);
  });

  test('a configuration is tried out without being put in force', async () => {
    const document = {
      name: 'other',
      configurationProperties: {
        serviceUri: `${engine.upstreams}/hr/v1/teams`,
        authenticationMethod: 'TOKEN',
        authToken: 'hr-sample-token',
      },
    };
    const tried = await call('POST', '/openidm/system?_action=testConfig', document);
    expect(tried.body).toEqual({ name: 'other', ok: true });
    const wrong = { ...document.configurationProperties, authToken: 'guess' };
    const refused = await call('POST', '/openidm/system?_action=testConfig', {
      name: 'other',
      configurationProperties: wrong,
    });
    expect(refused.body).toEqual({ name: 'other', ok: false, error: expect.any(String) as unknown });
    expect((await call('POST', '/openidm/system/other?_action=test')).status).toBe(404);
  });
});
