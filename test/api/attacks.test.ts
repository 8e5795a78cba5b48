import { safe } from '@orpc/client';
import { describe, expect, test } from 'vitest';
import type { AttackRun } from '#shared/api/index.ts';
import { twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const far = { issuer: 'https://id.example', discovery: false, token_endpoint: 'https://id.example/token' };

describe.each(twoTransports)('attacks over %s', (_name, connect) => {
  const running = startedOnce(() =>
    startTestEngine({ files: { ...ordinaryFiles, 'targets/far.json': far } }),
  );
  const connected = startedOnce(() => connect(running.engine));

  const ended = (run: AttackRun) =>
    eventually(async () => {
      const now = await connected.client.attacks.get({ runId: run.id });
      return now.state === 'running' ? null : now;
    });

  test('attacks.catalogue lists 241 cases with what an attacker gains by each', async () => {
    const groups = await connected.client.attacks.catalogue();
    const cases = groups.flatMap((group) => group.cases);
    expect([groups.length, cases.length]).toEqual([22, 241]);
    expect(
      cases.every(({ explain, fix, clauses }) => explain !== '' && fix !== '' && clauses.length > 0),
    ).toBe(true);
  });

  test('attacks.start, get, watch, list, result and report: a weakness is found, with expected and actual', async () => {
    const { client } = connected;
    const run = await client.attacks.start({
      profile: 'training',
      weaknesses: ['code-reusable'],
      only: ['AC-01', 'AC-07'],
    });
    const done = await ended(run);
    expect(done).toMatchObject({ state: 'done', done: 2, total: 2 });
    expect(done.verdicts).toContainEqual({ id: 'AC-01', verdict: 'FAILED' });
    const report = await client.attacks.report({ runId: run.id, format: 'json' });
    expect(done.durationMillis).toBe(JSON.parse(report.text).durationMillis);
    expect(done.durationMillis).toBeGreaterThan(0);
    expect((await client.attacks.list())[0]?.id).toBe(run.id);
    const found = await client.attacks.result({ runId: run.id, caseId: 'AC-01' });
    expect(found?.variants[0]?.checks[0]).toMatchObject({
      outcome: 'broken',
      expected: 'J400(invalid_grant)',
      actual: expect.stringContaining('200'),
    });
    expect(await client.attacks.result({ runId: run.id, caseId: 'RU-01' })).toBeNull();
    expect(JSON.parse(report.text)).toMatchObject({
      cases: [{ id: 'AC-01', verdict: 'FAILED' }, { id: 'AC-07' }],
    });
    const messages = await client.attacks.watch({ streamId: 'attack-stream', credits: 5, runId: run.id });
    const { value } = await messages.next();
    expect(value).toMatchObject({ id: run.id, state: 'done' });
    await messages.return?.(undefined);
  });

  test('attacks.open makes an ordinary run of a case, which can be stepped through to its refusal', async () => {
    const { client } = connected;
    const opened = await client.attacks.open({
      profile: 'strict',
      caseId: 'AC-01',
      variant: '',
      play: 'mutant',
    });
    expect(opened).toMatchObject({ state: 'paused', origin: { kind: 'attack', name: 'AC-01' } });
    const done = await client.flows.resume({ runId: opened.id });
    expect(done.state).toBe('passed');
    expect(done.steps.find(({ id }) => id === 'replay')).toMatchObject({ state: 'failed', status: 400 });
    const { error } = await safe(client.attacks.open({ caseId: 'ZZ-99', variant: '', play: 'mutant' }));
    expect(error).toMatchObject({ data: { code: 'api.not-found' } });
  });

  test('attacks.cancel stops a run; what was found stays', async () => {
    const { client } = connected;
    const run = await client.attacks.start({ profile: 'strict' });
    await client.attacks.cancel({ runId: run.id });
    const stopped = await ended(run);
    expect(stopped.state).toBe('cancelled');
    expect(stopped.done).toBeLessThan(241);
  });

  test('attacks.cancel stops a series of pairs, which its job counts', async () => {
    const { client } = connected;
    const run = await client.attacks.start({ profile: 'strict', only: ['CA-08', 'PW-01'] });
    const note = await eventually(async () => {
      const job = (await client.jobs.list()).find(({ id }) => id === run.jobId);
      return job?.note.startsWith('CA-08: ') === true ? job.note : null;
    });
    expect(note).toMatch(/^CA-08: \d+ of 200 pairs$/);
    await client.attacks.cancel({ runId: run.id });
    const stopped = await ended(run);
    expect(stopped.state).toBe('cancelled');
    expect(stopped.verdicts.map(({ id }) => id)).not.toContain('PW-01');
  });

  test('a run whose job is paused is paused, goes on, and can be cancelled while it waits', async () => {
    const { client } = connected;
    const run = await client.attacks.start({ profile: 'strict' });
    await client.jobs.pause({ id: run.jobId });
    expect(await client.attacks.get({ runId: run.id })).toMatchObject({ state: 'paused' });
    await client.jobs.resume({ id: run.jobId });
    await eventually(async () =>
      (await client.attacks.get({ runId: run.id })).state === 'running' ? true : null,
    );
    await client.jobs.pause({ id: run.jobId });
    expect(await client.attacks.cancel({ runId: run.id })).toMatchObject({ state: 'cancelled' });
  });

  test('attacks.targets and confirmTarget: a server elsewhere is attacked only once it is confirmed', async () => {
    const { client } = connected;
    const origin = 'https://id.example';
    expect(await client.attacks.targets()).toContainEqual(
      expect.objectContaining({ name: 'far', origin, needsConfirmation: true, isConfirmed: false }),
    );
    const refused = await safe(client.attacks.start({ target: 'far' }));
    expect(refused.error).toMatchObject({ data: { code: 'attack.not-confirmed' } });
    const other = await safe(
      client.attacks.confirmTarget({ name: 'far', origin: 'https://else.example', isConfirmed: true }),
    );
    expect(other.error).toMatchObject({ data: { code: 'api.invalid-input' } });
    const confirmed = await client.attacks.confirmTarget({ name: 'far', origin, isConfirmed: true });
    expect(confirmed.find(({ name }) => name === 'far')?.isConfirmed).toBe(true);
    await client.attacks.confirmTarget({ name: 'far', origin, isConfirmed: false });
  });
});
