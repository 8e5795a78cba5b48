import { expect, test } from 'vitest';
import { createGuessStore } from '#main/services/authorization-server/stores/guesses.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';

const { records } = createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 });
const policy = { attempts: 5, lockSeconds: 60 };
const nowMillis = Date.UTC(2026, 10, 20, 12);
const rememberedMillis = 3_600_000;

test('where counts of guesses are missing, one more locks each name, until it is over or the password came', () => {
  const store = createGuessStore(records, nowMillis);
  expect(store.wrong('ann', policy, nowMillis + 1)).toBe(true);
  expect(store.lockedUntil('ann', nowMillis + 1)).toBe(nowMillis + 60_001);
  store.right('bob');
  expect(store.wrong('bob', policy, nowMillis + 1)).toBe(false);
  expect(store.wrong('carla', policy, nowMillis + rememberedMillis)).toBe(false);
});

test('where none are missing a name has all its guesses', () => {
  const store = createGuessStore(records);
  const locks = Array.from({ length: 5 }, () => store.wrong('ann', policy, nowMillis));
  expect(locks).toEqual([false, false, false, false, true]);
});
