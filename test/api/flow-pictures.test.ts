import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { installed, noBrowser } from '#test/protocol/controlled-browser/parties.ts';
import { runToEnd } from '#test/protocol/flows/parties.ts';
import type { ConnectedClient } from '#test/support/api-clients.ts';
import { allTransports, codeOf } from '#test/support/api-stories.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { ann, client, products, startProduct } from '#test/support/sign-in-servers/index.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const storage = createMemoryStorage({ maxExchanges: 1_000, maxExchangeBytes: 10_000_000 });
const server = startedOnce(() => startProduct(products['drawn by a script'] ?? { answer: () => null }));

function startEngine(): Promise<TestEngine> {
  const user = { username: ann.username, password: 'planted: another one' };
  return startTestEngine({
    files: {
      ...ordinaryFiles,
      'targets/app.json': { issuer: server.origin, clients: [client], users: [user] },
    },
    storage,
    browser: { path: installed?.path ?? null, isHeadless: true },
  });
}

const start = { kind: 'code-pkce', target: 'app', clientId: client.client_id, username: ann.username };

describe.each(allTransports)('a picture of a run that stopped over %s', (_, connect) => {
  let running: TestEngine;
  let connected: ConnectedClient;
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));
  beforeAll(async () => {
    running = await startEngine();
    connected = await connect(running.engine);
  });
  afterAll(async () => {
    await connected.close();
    await running.stop();
  });

  test('is of the page at which the sign-in stopped, and goes with its run', async () => {
    const { flows, signIns } = connected.client;
    await signIns.forget({ target: 'app' });
    const run = await runToEnd(running, start);
    expect(run.failedAt).toMatchObject({ isSignIn: true });
    expect(run.picture).toEqual({ stepId: run.failedAt?.stepId });
    const picture = await flows.picture({ runId: run.id });
    expect(picture).toMatchObject({ stepId: run.failedAt?.stepId, mediaType: 'image/jpeg' });
    const bytes = Buffer.from(picture.base64, 'base64');
    expect([bytes.subarray(0, 3).toString('hex'), bytes.length < 200_000]).toEqual(['ffd8ff', true]);
    expect(await codeOf(flows.picture({ runId: 'none' }))).toBe('api.not-found');

    await connected.close();
    await running.stop();
    running = await startEngine();
    connected = await connect(running.engine);
    expect(await connected.client.flows.picture({ runId: run.id })).toEqual(picture);
    await connected.client.state.purge({ kinds: ['flowRuns'] });
    expect(await codeOf(connected.client.flows.picture({ runId: run.id }))).toBe('api.not-found');
    expect(await storage.records.list('flow-run-picture')).toEqual([]);
  });

  test('is not there of a run that signs in, or that needs no browser', async () => {
    const { flows } = connected.client;
    const passed = await runToEnd(running, {
      kind: 'client-credentials',
      clientId: 'batch-job',
      username: null,
    });
    expect([passed.state, passed.picture]).toEqual(['passed', null]);
    expect(await codeOf(flows.picture({ runId: passed.id }))).toBe('api.not-found');
  });
});
