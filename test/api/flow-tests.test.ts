import { describe, expect, test } from 'vitest';
import { allTransports, codeOf } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const flow = (expected: readonly object[]) => ({
  kind: 'client-credentials',
  client_id: 'batch-job',
  options: {},
  expect: expected,
});
const files = {
  ...ordinaryFiles,
  'flows/good.json': flow([{ check: 'status', step: 'token', is: 200 }]),
  'flows/broken.json': flow([{ check: 'status', step: 'token', is: 418 }]),
};

let streams = 0;

describe.each(allTransports)('saved flows over %s', (_, connect) => {
  const running = startedOnce(() => startTestEngine({ files }));
  const connected = startedOnce(() => connect(running.engine));

  test('are run together as a job, and their histories are followed', async () => {
    const { flowTests } = connected.client;
    expect(await flowTests.histories()).toEqual([]);
    expect(await codeOf(flowTests.run({ names: ['nothing'] }))).toBe('api.not-found');
    const stream = await flowTests.watch({ streamId: `flow-tests-${(streams += 1)}`, credits: 10 });
    const job = await flowTests.run({ names: ['good', 'broken'], jobs: 2 });
    expect(job).toMatchObject({ kind: 'flow-suite', title: '2 saved flows' });
    for await (const histories of stream) if (histories.length === 2) break;
    const verdicts = (await flowTests.histories()).map(({ name, results }) => [name, results[0]?.verdict]);
    expect(Object.fromEntries(verdicts)).toEqual({ good: 'passed', broken: 'failed' });
  });

  test('expect what is chosen of all that came at a step', async () => {
    const { flowTests, flows } = connected.client;
    const started = await flows.startSaved({ name: 'good', mode: 'run', browser: 'unattended' });
    await eventually(async () => {
      const { state } = await flows.get({ runId: started.id });
      return state === 'passed' || state === 'failed' ? state : null;
    });
    const found = await flowTests.expectable({ runId: started.id, stepId: 'token' });
    const type = found.find(({ name }) => name === 'token_type');
    expect(type).toMatchObject({ group: 'body', value: 'Bearer', isExpected: false });
    expect(found.find(({ name }) => name === 'status')).toMatchObject({ isExpected: true });
    const expectations = type === undefined ? [] : [type.expectation];
    expect(await flowTests.expect({ runId: started.id, name: 'good', expectations })).toEqual({
      file: 'flows/good.json',
    });
    const saved = (await flows.saved()).find(({ name }) => name === 'good');
    expect(saved?.expectations).toHaveLength(2);
  });
});
