import { expect, test } from 'vitest';
import { withRun } from '#renderer/api/queries.ts';
import { run } from '../features/flows/runs.ts';

test('a run that changed takes its own place in the list, and a new one comes first', () => {
  const first = withRun([], run({ id: 'r1', number: 1, state: 'running' }));
  const both = withRun(first, run({ id: 'r2', number: 2 }));
  const ended = withRun(both, run({ id: 'r1', number: 1, state: 'failed' }));
  expect(ended.map(({ id, state }) => [id, state])).toEqual([
    ['r2', 'passed'],
    ['r1', 'failed'],
  ]);
});
