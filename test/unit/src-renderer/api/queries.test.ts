import { expect, test } from 'vitest';
import { newerEntries, newerOf, withRun } from '#renderer/api/queries.ts';
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

test('of two views of a run the newer one is kept, whichever way the older one took', () => {
  const [older, newer] = [
    run({ id: 'r1', state: 'running', revision: 4 }),
    run({ id: 'r1', state: 'paused', revision: 5 }),
  ];
  expect(withRun([newer], older)).toEqual([newer]);
  expect(withRun([older], newer)).toEqual([newer]);
  expect(newerOf(undefined, older)).toBe(older);
  expect(newerEntries([newer], [older, run({ id: 'r2', revision: 1 })])).toEqual([
    newer,
    run({ id: 'r2', revision: 1 }),
  ]);
  expect(newerEntries([newer], [])).toEqual([]);
});
