import { expect, test } from 'vitest';
import {
  type FirstTask,
  firstTasks,
  type Happened,
  nextTask,
  tickedTasks,
} from '#shared/first-tasks/index.ts';

const kinds = { consents: ['import-rehearse', 'import-load'], contract: ['contract-source'] };
const nothing: Happened = { runs: [], refusals: 0, attackRuns: [], jobs: [], otherWorkspaces: 0 };
const ticked = (happened: Partial<Happened>) => tickedTasks({ ...nothing, ...happened }, kinds);
const run = (state: string, mode: 'run' | 'step', origin = 'flow') => ({
  state,
  mode,
  origin: { kind: origin },
});

test('in a workspace where nothing happened nothing is ticked, and the token is next', () => {
  expect(ticked({})).toEqual([]);
  expect(nextTask(new Set())).toBe('token');
});

test('each task is ticked by what it asks for and by nothing less', () => {
  expect(ticked({ runs: [run('failed', 'run')] })).toEqual([]);
  expect(ticked({ runs: [run('passed', 'run')] })).toEqual(['token']);
  expect(ticked({ runs: [run('paused', 'step')] })).toEqual(['step']);
  expect(ticked({ refusals: 1 })).toEqual(['refusal']);
  expect(ticked({ attackRuns: [{ state: 'running' }] })).toEqual([]);
  expect(ticked({ attackRuns: [{ state: 'done' }] })).toEqual(['attack']);
  expect(ticked({ jobs: [{ kind: 'import-rehearse', state: 'failed' }] })).toEqual([]);
  expect(ticked({ jobs: [{ kind: 'import-rehearse', state: 'done' }] })).toEqual(['consents']);
  expect(ticked({ jobs: [{ kind: 'import-load', state: 'done' }] })).toEqual(['consents']);
  expect(ticked({ jobs: [{ kind: 'contract-source', state: 'done' }] })).toEqual(['contract']);
  expect(ticked({ otherWorkspaces: 1 })).toEqual(['own']);
});

test('a case of the attack catalogue that was opened as a run ticks no flow', () => {
  expect(ticked({ runs: [run('passed', 'step', 'attack')] })).toEqual([]);
});

test('what is next is the first in the order that is not done, whatever was done out of turn', () => {
  expect(nextTask(new Set<FirstTask>(['token', 'own']))).toBe('step');
  expect(nextTask(new Set(firstTasks))).toBeNull();
});
