import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StudioRunInput } from '#main/services/connectors/studio/studio.ts';
import { answerUses, storeSecret } from '#main/workspace/index.ts';
import { answerJson, startRemote } from '#test/support/connectors.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { connectorFiles, managementClient } from '#test/support/sample-connector.ts';
import { startedAnew } from '#test/support/started.ts';

const planted = 'planted-client-secret';
const file = 'connectors/provisioner.openicf-hr.json';
const use = { file, name: 'client.portal-web' };

let running: TestEngine;
let call: ReturnType<typeof managementClient>;

/** A connector to the remote, with what is under test among its properties. */
const files = (properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...connectorFiles(({ configurationProperties }) => {
    Object.assign(configurationProperties, {
      serviceUri: remote.origin,
      authenticationMethod: 'TOKEN',
      authToken: 'own-token',
      ...properties,
    });
  }),
  'oauth/clients/portal-web.json': { client_id: 'portal-web', client_secret: '&{client.portal-web}' },
});

async function begin(properties: Readonly<Record<string, unknown>>): Promise<void> {
  running = await startTestEngine({ files: files(properties) });
  call = managementClient(running);
  const { workspace, secrets } = running.engine;
  await storeSecret(workspace, secrets, { name: 'client.portal-web', value: planted });
  await running.engine.connectors();
}

const remote = startedAnew(() => startRemote(answerJson({ id: '101', mail: 'ann@example.com' })));
afterEach(() => running.stop());

const received = () => JSON.stringify(remote.seen);
const systemTest = async () => (await call('POST', '/openidm/system/hr?_action=test')).body;
const answer = (what: 'allowed' | 'refused') => answerUses(running.engine.secrets, [use], what);

describe('a secret of another that a connector names', () => {
  test.each([
    ['in a header field', { defaultHeaders: { 'X-Api-Key': '&{client.portal-web}' } }],
    ['as a property', { authToken: '&{client.portal-web}' }],
    ['as an object', { authToken: { $secret: 'client.portal-web' } }],
    ['as the key of its signatures', { authenticationMethod: 'JWT_TOKEN', jwtKey: '&{client.portal-web}' }],
  ])(
    '%s: nothing is sent until it is allowed, and nothing more once it is refused',
    async (_where, properties) => {
      await begin(properties);
      expect(await systemTest()).toMatchObject({ ok: false });
      await call('GET', '/openidm/system/hr/__ACCOUNT__/101');
      expect(remote.seen).toEqual([]);
      expect(running.engine.problems()).toContainEqual(
        expect.objectContaining({
          code: 'secret.not-allowed',
          actions: [{ kind: 'allow-secret', ...use }],
        }),
      );
      await answer('allowed');
      expect(running.engine.problems().map(({ code }) => code)).not.toContain('secret.not-allowed');
      if (!('jwtKey' in properties)) {
        await eventually(async () => expect((await systemTest())['ok']).toBe(true));
        expect(received()).toContain(planted);
      }
      const before = remote.seen.length;
      await answer('refused');
      await call('GET', '/openidm/system/hr/__ACCOUNT__/101');
      expect(remote.seen).toHaveLength(before);
    },
  );

  test('is in no draft of the studio, whether it is run, walked or only written out', async () => {
    await begin({ defaultHeaders: { 'X-Api-Key': '&{client.portal-web}' } });
    const { studio } = await running.engine.connectors();
    const document = JSON.stringify(files({ defaultHeaders: { 'X-Api-Key': '&{client.portal-web}' } })[file]);
    const input: Omit<StudioRunInput, 'isDryRun'> = {
      document,
      file,
      operation: 'GET',
      objectType: '__ACCOUNT__',
      uid: '101',
      isConfirmed: true,
      attributes: {},
      filter: 'true',
      fields: [],
      pageSize: null,
      offset: null,
      cookie: null,
      script: null,
    };
    const pages = { objectType: '__ACCOUNT__', filter: 'true', pageSize: 10, maximumPages: 1 };
    for (const isDryRun of [false, true])
      await expect(studio.run({ ...input, isDryRun })).rejects.toMatchObject({ code: 'secret.not-allowed' });
    await expect(studio.walk({ document, file }, pages)).rejects.toMatchObject({
      code: 'secret.not-allowed',
    });
    expect(studio.check({ document, file }).problems).toContainEqual(
      expect.objectContaining({
        code: 'secret.not-allowed',
        pointer: '/configurationProperties/defaultHeaders/X-Api-Key',
        actions: [{ kind: 'allow-secret', ...use }],
      }),
    );
    expect(remote.seen).toEqual([]);
    await answer('allowed');
    await studio.run({ ...input, isDryRun: false });
    expect(received()).toContain(planted);
  });
});

describe('a configuration that is sent to the management interface', () => {
  const sent = async (properties: Readonly<Record<string, unknown>>, name = 'hr') => {
    const { configurationProperties, ...rest } = files({ authToken: '&{hr-token}' })[file] as {
      configurationProperties: object;
    };
    return call('POST', '/openidm/system?_action=testConfig', {
      ...rest,
      name,
      configurationProperties: { ...configurationProperties, ...properties },
    });
  };

  beforeEach(async () => {
    await begin({ authToken: '&{hr-token}' });
    const { workspace, secrets } = running.engine;
    await storeSecret(workspace, secrets, { name: 'hr-token', value: 'planted-hr-token' });
  });

  test('has the secrets of the file of which it is a version', async () => {
    expect((await sent({ connectionTimeout: 7 })).body).toEqual({ name: 'hr', ok: true });
    expect(received()).toContain('planted-hr-token');
  });

  test.each([
    ['leads elsewhere', { serviceUri: 'http://127.0.0.1:9' }, 'hr'],
    ['goes through another proxy', { httpProxyHost: '127.0.0.1', httpProxyPort: 9 }, 'hr'],
    ['names a secret of somebody else', { authToken: '&{client.portal-web}' }, 'hr'],
    ['is that of no connector', {}, 'nobody'],
  ])('has none where it %s', async (_how, properties, name) => {
    expect((await sent(properties, name)).body).toMatchObject({
      ok: false,
      error: expect.stringContaining('stored secret') as unknown,
    });
    expect(remote.seen).toEqual([]);
  });
});
