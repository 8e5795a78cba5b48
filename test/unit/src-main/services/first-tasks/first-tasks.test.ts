import { expect, test } from 'vitest';
import { keepDoneTasks, noteFirstTask } from '#main/services/first-tasks/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';

function minutes() {
  let now = 1_000;
  const { records } = createMemoryStorage({ maxExchanges: 10, maxExchangeBytes: 1_000 });
  return { ports: { records, clock: { nowMillis: () => now } }, pass: (millis: number) => (now += millis) };
}

test('a task stays done after its traces are gone, with the time when it was first seen', async () => {
  const { ports, pass } = minutes();
  expect(await keepDoneTasks(ports, ['token'])).toEqual([{ task: 'token', doneAtMillis: 1_000 }]);
  pass(500);
  expect(await keepDoneTasks(ports, ['token', 'step'])).toEqual([
    { task: 'token', doneAtMillis: 1_000 },
    { task: 'step', doneAtMillis: 1_500 },
  ]);
  const later = await keepDoneTasks(ports, []);
  expect(later.map(({ task }) => task).toSorted()).toEqual(['step', 'token']);
});

test('what is done a second time keeps the time of the first', async () => {
  const { ports, pass } = minutes();
  await noteFirstTask(ports, 'connector');
  pass(60_000);
  expect(await noteFirstTask(ports, 'connector')).toEqual({ task: 'connector', doneAtMillis: 1_000 });
});
