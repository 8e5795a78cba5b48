import { expect, test } from 'vitest';
import { untilTrue } from '#main/services/flows/index.ts';

/** A condition that changes when it is told to, and the number of those who follow it. */
function changing() {
  const followers = new Set<() => void>();
  let isSo = false;
  return {
    isSo: () => isSo,
    follow: (look: () => void) => {
      followers.add(look);
      return [() => followers.delete(look)];
    },
    followers,
    turn() {
      isSo = true;
      for (const look of followers) look();
    },
  };
}

test('a wait ends with the change, and follows no longer', async () => {
  const condition = changing();
  const end = untilTrue(condition.isSo, condition.follow, { patienceMillis: 10_000 });
  condition.turn();
  expect([await end, condition.followers.size]).toEqual(['true', 0]);
});

test('a wait is stopped by its signal, also by one that was given before', async () => {
  const condition = changing();
  const { follow, isSo } = condition;
  const stopping = new AbortController();
  const end = untilTrue(isSo, follow, { signal: stopping.signal, patienceMillis: 10_000 });
  stopping.abort();
  expect([await end, condition.followers.size]).toEqual(['stopped', 0]);
  expect(await untilTrue(isSo, follow, { signal: stopping.signal, patienceMillis: 10_000 })).toBe('stopped');
});

test('a wait is late when nothing changes', async () => {
  const { isSo, follow, followers } = changing();
  expect(await untilTrue(isSo, follow, { patienceMillis: 5 })).toBe('late');
  expect(followers.size).toBe(0);
});
