import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inParallel } from '#main/services/connectors/runtime/in-parallel.ts';

test('results come in the order of the items, with no more under way than allowed', async () => {
  let underWay = 0;
  let max = 0;
  const results = await inParallel([30, 5, 20, 1, 10], 2, async (millis) => {
    underWay += 1;
    max = Math.max(max, underWay);
    await sleep(millis);
    underWay -= 1;
    return millis * 2;
  });
  expect(results).toEqual([60, 10, 40, 2, 20]);
  expect(max).toBe(2);
});

test('after a failure nothing more is begun, and it is thrown when all is at rest', async () => {
  const begun: number[] = [];
  let ended = 0;
  const working = inParallel([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('the first');
    await sleep(20);
    ended += 1;
  });
  await expect(working).rejects.toThrow('the first');
  expect(begun).toEqual([1, 2]);
  expect(ended).toBe(1);
});

test('nothing to do is done at once', async () => {
  expect(await inParallel([], 4, async () => 1)).toEqual([]);
});
