import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { connectByPort } from '#test/support/api-clients.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '#test/support/engine.ts';
import { clientCredentials } from '#test/support/people.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const files = {
  ...ordinaryFiles,
  'oauth/clients/batch-job.json': {
    client_id: 'batch-job',
    client_secret: { $secret: 'batch' },
    grant_types: ['client_credentials'],
    scope: 'orders.read',
  },
  'environments/stage.json': {
    secrets: { batch: 'stage.batch' },
    variables: { host: 'localhost' },
    services: {
      authorizationServer: { publicUrl: 'http://&{host}:9131', accessTokenLifetimeSeconds: 5 },
    },
  },
};

let running: TestEngine | null = null;
afterEach(() => running?.stop());

const memory = () => createMemoryStorage({ maxExchanges: 100, maxExchangeBytes: 1_000_000 });

async function start(options: TestEngineOptions = {}): Promise<TestEngine> {
  running = await startTestEngine({ files, ...options });
  await running.engine.secrets.set('batch', 'of-the-files');
  await running.engine.secrets.set('stage.batch', 'of-the-stage');
  return running;
}

const ask = ({ authorizationServer }: TestEngine, secret: string) =>
  clientCredentials(authorizationServer, ['batch-job', secret]);

describe('an environment that is put in force while services run', () => {
  test('changes what they do at once: secrets and lifetimes', async () => {
    const engine = await start();
    expect((await ask(engine, 'of-the-files')).body['expires_in']).toBe(7_200);
    engine.engine.workspace.setEnvironment('stage');
    expect((await ask(engine, 'of-the-files')).status).toBe(401);
    expect((await ask(engine, 'of-the-stage')).body['expires_in']).toBe(5);
  });

  test('says which service has to start again for what it listens on', async () => {
    const { engine } = await start();
    engine.workspace.setEnvironment('stage');
    const notices = engine.problems().filter(({ code }) => code === 'workspace.restart-needed');
    expect(notices).toMatchObject([
      {
        location: { pointer: '/services/authorizationServer/publicUrl' },
        actions: [{ kind: 'restart-service', service: 'authorizationServer' }],
      },
    ]);
    await engine.hosting.restart('authorizationServer');
    expect(engine.hosting.url('authorizationServer')).toBe('http://localhost:9131');
    expect(engine.problems().some(({ code }) => code === 'workspace.restart-needed')).toBe(false);
  });
});

describe('which environment is in force at the start', () => {
  test('is the one that was chosen last', async () => {
    const storage = memory();
    const first = await start({ storage, start: false });
    const { client, close } = await connectByPort(first.engine);
    await client.workspace.setEnvironment({ name: 'stage' });
    await close();
    await first.stop();
    const second = await start({ storage, start: false });
    expect(second.engine.workspace.environment).toBe('stage');
  });

  test.each([
    ['another one', 'stage'],
    ['none', null],
  ])('is %s where this run says so, and the choice stays remembered', async (_name, environment) => {
    const storage = memory();
    storage.records.put('setting', 'environment', 'prod');
    const { engine } = await start({ storage, environment, start: false });
    expect(engine.workspace.environment).toBe(environment);
    expect(await storage.records.get('setting', 'environment')).toBe('prod');
  });

  test('is none where the one that was chosen is gone, with a problem that says so', async () => {
    const { engine } = await start({ environment: 'prod', start: false });
    expect(engine.workspace.environment).toBeNull();
    expect(engine.problems().map(({ code }) => code)).toContain('workspace.no-environment');
  });
});
