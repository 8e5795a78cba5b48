import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { FlowHistory, Job } from '#shared/api/index.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { listeningOrigin } from '#test/support/listening.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { ended } from './parties.ts';

const client = (clientId: string, grantTypes: readonly string[]) => ({
  client_id: clientId,
  client_secret: `secret-of-${clientId}`,
  redirect_uris: ['http://127.0.0.1:9035/cb'],
  grant_types: grantTypes,
  response_types: ['code'],
  scope: 'openid orders.read',
});

const flow = (expected: readonly object[], more: object = {}) => ({
  kind: 'client-credentials',
  client_id: 'portal-web',
  options: {},
  expect: expected,
  ...more,
});

const files = {
  ...ordinaryFiles,
  'oauth/clients/portal-web.json': client('portal-web', ['authorization_code', 'client_credentials']),
  'flows/good.json': flow([{ check: 'status', step: 'token', is: 200 }]),
  'flows/broken.json': flow([{ check: 'status', step: 'token', is: 418 }]),
  'flows/nobody.json': flow([], { client_id: 'not-registered' }),
  'flows/strangers.json': flow([], { kind: 'code-pkce', username: 'stranger' }),
};

let running: TestEngine;
afterEach(() => running.stop());

const over = ({ id }: Job) =>
  eventually(() => {
    const job = running.engine.jobs.list().find((one) => one.id === id);
    return job !== undefined && job.state !== 'running' ? job : null;
  });

const history = (name: string): FlowHistory | undefined =>
  running.engine.flowResults.list().find((one) => one.name === name);

describe('saved flows that are run together', () => {
  test('each have a verdict of their own, with its reasons', async () => {
    running = await startTestEngine({ files });
    const job = await over(
      await running.engine.flowSuites.begin(['good', 'broken', 'nobody', 'strangers'], 2),
    );
    expect(job).toMatchObject({ state: 'done', done: 4, total: 4, note: '1 of 4 passed, 3 did not.' });
    const verdicts = Object.fromEntries(
      running.engine.flowResults.list().map(({ name, results }) => [name, results.map((one) => one.verdict)]),
    );
    expect(verdicts).toEqual({
      good: ['passed'],
      broken: ['failed'],
      nobody: ['not-run'],
      strangers: ['no-sign-in'],
    });
    expect(history('broken')?.results[0]?.reasons).toEqual([
      expect.stringMatching(/expected status 418, received status 200/),
    ]);
    expect(history('nobody')?.results[0]).toMatchObject({
      runId: null,
      reasons: [expect.stringMatching(/./)],
    });
    expect(history('good')?.lastGoodRunId).toBe(history('good')?.results[0]?.runId);
    expect(history('broken')?.lastGoodRunId).toBeNull();
  });

  test('are refused where one of them is not there', async () => {
    running = await startTestEngine({ files });
    expect(() => running.engine.flowSuites.begin(['good', 'gone'], 1)).toThrow(
      'The saved flow gone does not exist.',
    );
    expect(running.engine.jobs.list()).toEqual([]);
  });

  test('have a history that a run alone adds to, and that a cancelled one does not', async () => {
    running = await startTestEngine({ files });
    const { flows } = running.engine;
    await ended(running, await flows.startSaved('good', 'run', 'unattended'));
    const held = await flows.startSaved('good', 'step', 'unattended');
    await flows.cancel(held.id);
    await eventually(() => (history('good') === undefined ? null : true));
    expect(history('good')?.results).toHaveLength(1);
    expect(history('good')?.results[0]?.durationMillis).toBeGreaterThan(0);
  });

  test('keep fifty results each, and the last good run beside the fifty runs of all', async () => {
    running = await startTestEngine({ files });
    const { flows, flowSuites } = running.engine;
    await over(await flowSuites.begin(['good'], 1));
    const good = history('good')?.lastGoodRunId ?? '';
    for (let at = 0; at < 55; at += 1) await over(await flowSuites.begin(['broken'], 1));
    expect(history('broken')?.results).toHaveLength(50);
    expect(flows.get(good)).toMatchObject({ state: 'passed', origin: { name: 'good' } });
    expect(flows.list().filter(({ origin }) => origin.name === 'broken').length).toBeLessThanOrEqual(50);
  });

  test('are there after a restart, with their history', async () => {
    const directory = temporaryDirectory();
    running = await startTestEngine({ files, storage: await openTestStorage(directory.path) });
    await over(await running.engine.flowSuites.begin(['good', 'broken'], 2));
    const before = running.engine.flowResults.list();
    await running.stop();
    running = await startTestEngine({ files, storage: await openTestStorage(directory.path) });
    expect(running.engine.flowResults.list()).toHaveLength(2);
    expect(running.engine.flowResults.list()).toEqual(expect.arrayContaining([...before]));
    directory.remove();
  });

  test('stop when their job is cancelled: what was not reached has no result', async () => {
    const silent = createServer();
    const origin = await listeningOrigin(silent);
    const target = {
      issuer: origin,
      discovery: false,
      token_endpoint: `${origin}/token`,
      clients: [{ client_id: 'portal-web', client_secret: 'x' }],
    };
    const silentFlow = flow([], { target: 'silent' });
    running = await startTestEngine({
      files: { ...files, 'targets/silent.json': target, 'flows/waits.json': silentFlow },
    });
    const job = await running.engine.flowSuites.begin(['waits', 'good'], 1);
    await eventually(
      () => running.engine.flows.list().find(({ origin: { name } }) => name === 'waits') ?? null,
    );
    const cancelled = await running.engine.jobs.cancel(job.id);
    expect(cancelled).toMatchObject({ state: 'cancelled', done: 0 });
    expect(running.engine.flowResults.list()).toEqual([]);
    expect(running.engine.flows.list().map(({ state }) => state)).toEqual(['cancelled']);
    silent.close();
  });
});
