import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import type { FlowRun, FlowStartInput } from '#shared/api/index.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedAnew } from '#test/support/started.ts';
import { ended, inState, runToEnd, startRun } from './parties.ts';

const running = startedAnew(startTestEngine);

const code = { kind: 'code-pkce', clientId: 'portal-web' } as const;
const at = (stepId: string, phase: 'request' | 'response') => ({ stepId, at: phase });
const start = (breakpoints: NonNullable<FlowStartInput['breakpoints']>, more: Partial<FlowStartInput> = {}) =>
  startRun(running, { ...code, breakpoints, ...more });
const heldAt = async (stepId: string, phase: 'request' | 'response') =>
  inState(running, await start([at(stepId, phase)]), 'paused', 'failed');
const stateOf = (run: FlowRun, id: string) => run.steps.find((step) => step.id === id)?.state;
const names = (run: FlowRun) => run.values.map(({ name }) => name);
const tokenAnswer = (token: string) =>
  `HTTP/1.1 200 OK\nContent-Type: application/json\n\n${JSON.stringify({ access_token: token, token_type: 'Bearer' })}`;

describe('a breakpoint', () => {
  test('holds before the request is sent; the run goes on to its end', async () => {
    const run = await heldAt('token', 'request');
    expect(run).toMatchObject({
      hold: { rowId: 'token', phase: 'request' },
      note: 'Paused before POST /as/token.oauth2.',
    });
    expect(stateOf(run, 'token')).toBe('current');
    await running.engine.flows.resume(run.id);
    expect((await ended(running, run)).note).toBe('The resource server accepted the token.');
  });

  test('holds before the client reads the answer: it is there, its values are not', async () => {
    const run = await heldAt('token', 'response');
    expect(run).toMatchObject({
      hold: { rowId: 'token', phase: 'response' },
      note: 'Paused before the client reads the response to POST /as/token.oauth2.',
    });
    expect(run.steps.find(({ id }) => id === 'token')).toMatchObject({ status: 200, state: 'current' });
    expect(names(run)).not.toContain('access_token');
    await running.engine.flows.resume(run.id);
    expect(names(await ended(running, run))).toContain('access_token');
  });

  test('holds before the client reads the authorization response', async () => {
    const run = await heldAt('authorize', 'response');
    expect(run.hold).toEqual({ rowId: 'authorize/callback', phase: 'response' });
    expect(names(run)).not.toContain('code');
    await running.engine.flows.resume(run.id);
    expect((await ended(running, run)).state).toBe('passed');
  });

  test('is set and taken away while the run stands', async () => {
    const run = await heldAt('authorize', 'request');
    const { flows } = running.engine;
    const view = flows.setBreakpoints(run.id, [at('token', 'request'), at('resource', 'response')]);
    expect(view.steps.find(({ id }) => id === 'token')?.breakpoints).toEqual(['request']);
    await flows.resume(run.id);
    await inState(running, run, 'paused');
    flows.setBreakpoints(run.id, []);
    await flows.resume(run.id);
    expect((await ended(running, run)).state).toBe('passed');
  });
});

describe('at a hold', () => {
  test('the request is sent edited', async () => {
    const run = await heldAt('token', 'request');
    const { flows } = running.engine;
    const { text } = await flows.request(run.id, 'token');
    await flows.editRequest(run.id, 'token', { text: text.replace('{{code_verifier|form}}', 'wrong') });
    const failed = await flows.resume(run.id);
    expect(failed).toMatchObject({ state: 'failed', edits: 'code_verifier edited' });
    expect(failed.note).toMatch(/^The server rejected the request with 400 invalid_grant/);
  });

  test('the client is given another answer than the server’s', async () => {
    const run = await heldAt('token', 'response');
    const view = await running.engine.flows.answer(run.id, tokenAnswer('a-token-of-mine'));
    expect(running.engine.flows.reveal(run.id, 'access_token')).toBe('a-token-of-mine');
    expect(view).toMatchObject({ state: 'failed', note: expect.stringContaining('401') });
    expect(view.values.find(({ name }) => name === 'code')?.state).toBe('used up');
  });

  test('the client is answered though nothing was sent', async () => {
    const run = await heldAt('token', 'request');
    const view = await running.engine.flows.answer(run.id, tokenAnswer('a-token-of-mine'));
    expect(view.steps.find(({ id }) => id === 'token')).toMatchObject({
      state: 'unseen',
      clientExchangeId: null,
    });
    expect(stateOf(view, 'resource')).toBe('failed');
  });

  test('the client is given a callback of somebody else’s, and refuses its state', async () => {
    const run = await heldAt('authorize', 'request');
    const view = await running.engine.flows.answer(
      run.id,
      `${running.upstreams}/cb?code=stolen&state=of-another`,
    );
    expect(view).toMatchObject({
      state: 'failed',
      note: 'The client rejects the response: its state “of-another” does not match the request.',
    });
    expect(view.values.find(({ name }) => name === 'state')).toMatchObject({
      state: 'differs',
      tone: 'danger',
    });
  });

  test('the client is given a stolen code under its own state, and takes it', async () => {
    const run = await heldAt('authorize', 'response');
    const { flows } = running.engine;
    const query = new URLSearchParams({ code: 'stolen', state: flows.reveal(run.id, 'state') });
    const view = await flows.answer(run.id, ` ${running.upstreams}/cb?${query}\n`);
    expect(view.note).toMatch(/^The server rejected the request with 400 invalid_grant/);
    expect(flows.reveal(run.id, 'code')).toBe('stolen');
  });

  test('what is no answer is refused, and the run stays where it was', async () => {
    const run = await heldAt('token', 'request');
    await expect(running.engine.flows.answer(run.id, 'hello')).rejects.toMatchObject({
      code: 'api.invalid-input',
    });
    expect(running.engine.flows.get(run.id)).toEqual({ ...run, revision: expect.any(Number) });
    const front = await heldAt('authorize', 'request');
    await expect(running.engine.flows.answer(front.id, 'hello')).rejects.toMatchObject({
      code: 'api.invalid-input',
    });
    expect(running.engine.flows.get(front.id).state).toBe('paused');
  });

  test('what is held is dropped: the request never left, or the answer was never read', async () => {
    const request = await heldAt('token', 'request');
    expect(await running.engine.flows.drop(request.id)).toMatchObject({
      state: 'failed',
      note: 'The request was dropped and not sent.',
    });
    const response = await heldAt('token', 'response');
    expect(await running.engine.flows.drop(response.id)).toMatchObject({
      state: 'failed',
      note: 'The response was dropped. The client did not receive it.',
    });
    await expect(running.engine.flows.drop(response.id)).rejects.toMatchObject({ code: 'flow.not-waiting' });
  });
});

describe('once more', () => {
  test('a run is done again with everything that was edited in it', async () => {
    const run = await heldAt('token', 'request');
    const { flows } = running.engine;
    const { text } = await flows.request(run.id, 'token');
    await flows.editRequest(run.id, 'token', { text: text.replace('{{code|form}}', 'nonsense') });
    await flows.resume(run.id);
    flows.setBreakpoints(run.id, []);
    const again = await ended(running, await flows.replay(run.id, 'run'));
    expect(again).toMatchObject({
      state: 'failed',
      edits: 'code edited',
      number: run.number + 1,
      origin: { kind: 'replay', name: `run ${run.number}` },
    });
  });

  test('a run that was given a token is given it again', async () => {
    const first = await runToEnd(running, code);
    const given = await runToEnd(running, {
      ...code,
      kind: 'resource',
      options: { token: { runId: first.id, name: 'access_token' } },
    });
    expect(given.state).toBe('passed');
    const again = await ended(running, await running.engine.flows.replay(given.id, 'run'));
    expect([again.state, again.note]).toEqual(['passed', given.note]);
  });

  test('a code is sent a second time after the end: the refusal is a row of its own, the end stays', async () => {
    const run = await runToEnd(running, code);
    const { flows } = running.engine;
    const { text } = await flows.request(run.id, 'token');
    const view = await flows.resend(run.id, 'token', { text });
    expect(view).toMatchObject({ state: 'passed' });
    const rows = view.steps.map(({ id, status }) => `${id} ${status}`);
    expect(rows.slice(rows.findIndex((row) => row.startsWith('token')))).toEqual([
      'token 200',
      'token~2 400',
      'resource 200',
      'validate 200',
    ]);
    const third = await flows.resend(run.id, 'token', { text });
    expect(third.steps.map(({ id }) => id)).toContain('token~3');
  });

  test('a held request that is sent by hand is not sent again when the run goes on', async () => {
    const run = await heldAt('resource', 'request');
    const { flows } = running.engine;
    const { text } = await flows.request(run.id, 'resource');
    const resent = await flows.resend(run.id, 'resource', { text });
    expect(resent).toMatchObject({ state: 'paused', hold: run.hold });
    const view = await flows.resume(run.id);
    expect(view.state).toBe('passed');
    expect(view.steps.filter(({ path }) => path === '/orders')).toHaveLength(2);
  });
});

describe('a token on the shelf', () => {
  test('is refreshed, validated, looked at, used and revoked, each a row of its own', async () => {
    const run = await runToEnd(running, code);
    const { flows } = running.engine;
    const before = flows.reveal(run.id, 'access_token');
    await flows.perform(run.id, 'refresh', 'refresh_token', undefined);
    expect(flows.reveal(run.id, 'access_token')).not.toBe(before);
    for (const operation of ['validate', 'introspect', 'resource', 'revoke'] as const)
      await flows.perform(run.id, operation, 'access_token', undefined);
    const view = await flows.perform(run.id, 'validate', 'access_token', undefined);
    expect(view.steps.slice(-6).map(({ id, from, status }) => `${id} ${from} ${status}`)).toEqual([
      'refresh client 200',
      'validate~2 rs 200',
      'introspect client 200',
      'resource~2 client 200',
      'revoke client 200',
      'validate~3 rs 400',
    ]);
    expect(view.state).toBe('passed');
  });

  test('is looked at while the run is held, once and not again when it goes on', async () => {
    const run = await heldAt('resource', 'request');
    const { flows } = running.engine;
    const looked = await flows.perform(run.id, 'introspect', 'access_token', 'orders-api');
    expect(looked).toMatchObject({ state: 'paused', hold: { rowId: 'resource', phase: 'request' } });
    const view = await flows.resume(run.id);
    expect(view.state).toBe('passed');
    expect(view.steps.filter(({ id }) => id.startsWith('introspect'))).toHaveLength(1);
    expect(view.steps.map(({ id }) => id).indexOf('introspect')).toBeLessThan(
      view.steps.map(({ id }) => id).indexOf('resource'),
    );
  });

  test('that is not there, or that nobody has, is refused and leaves no row', async () => {
    const run = await runToEnd(running, { kind: 'client-credentials', clientId: 'batch-job' });
    const { flows } = running.engine;
    await expect(flows.perform(run.id, 'refresh', 'refresh_token', undefined)).rejects.toMatchObject({
      code: 'exchange.no-secret',
    });
    expect(flows.get(run.id).steps).toEqual(run.steps);
  });
});

describe('a run in the workspace', () => {
  test('is a file without secrets, and is started from it', async () => {
    const run = await heldAt('token', 'request');
    const { flows } = running.engine;
    const value = flows.reveal(run.id, 'code');
    const { text } = await flows.request(run.id, 'token');
    // Everything that a person may paste in.
    const pasted = text
      .replace('{{code|form}}', value)
      .replace(
        'Connection: close',
        `X-Secret: planted-client-secret\nX-Basic: ${Buffer.from('portal-web:planted-client-secret').toString('base64')}\nX-Password: planted-password\nConnection: close`,
      );
    await flows.editRequest(run.id, 'token', { text: pasted });
    const done = await flows.resume(run.id);
    expect(done.state).toBe('passed');
    expect(await flows.savedFlows.save(run.id, 'my-flow')).toBe('flows/my-flow.json');
    const directory = join(running.engine.workspace.directory, 'flows');
    const file = readFileSync(join(directory, 'my-flow.json'), 'utf8');
    for (const secret of [
      'planted',
      value,
      Buffer.from('portal-web:planted').toString('base64').slice(0, 16),
    ])
      expect(file).not.toContain(secret);
    for (const name of ['access_token', 'refresh_token', 'code_verifier'])
      expect(file).not.toContain(flows.reveal(run.id, name));
    expect(readdirSync(directory)).toEqual(['my-flow.json']);

    const [saved] = await savedOnes();
    expect(saved).toMatchObject({ name: 'my-flow', file: { kind: 'code-pkce', client_id: 'portal-web' } });
    const again = await ended(running, await flows.startSaved('my-flow', 'run', 'unattended'));
    expect(again).toMatchObject({ state: 'passed', origin: { kind: 'saved', name: 'my-flow' } });
    await expect(flows.startSaved('nothing', 'run', 'unattended')).rejects.toMatchObject({
      code: 'api.not-found',
    });
  });

  async function savedOnes() {
    const { flows } = running.engine;
    for (let turn = 0; turn < 100 && flows.savedFlows.list().length === 0; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return flows.savedFlows.list();
  }
});

describe('another start of Gatehouse over the same state', () => {
  test('still has the runs: they are shown, revealed and done again', async () => {
    const storage = createMemoryStorage({ maxExchanges: 10_000, maxExchangeBytes: 100_000_000 });
    const first = await startTestEngine({ storage });
    const run = await runToEnd(first, code);
    const token = first.engine.flows.reveal(run.id, 'access_token');
    await first.stop();

    const second = await startTestEngine({ storage });
    const { flows } = second.engine;
    expect(flows.get(run.id)).toMatchObject({ number: 1, state: 'passed', steps: run.steps });
    expect(flows.reveal(run.id, 'access_token')).toBe(token);
    await expect(flows.request(run.id, 'token')).rejects.toMatchObject({ code: 'flow.not-waiting' });
    const again = await ended(second, await flows.replay(run.id, 'run'));
    expect(again).toMatchObject({ number: 2, origin: { kind: 'replay', name: 'run 1' } });
    expect(again.steps.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['authorize', 'token', 'resource', 'validate']),
    );
    expect(await flows.savedFlows.save(run.id, 'kept')).toBe('flows/kept.json');
    await second.stop();
  });
});
