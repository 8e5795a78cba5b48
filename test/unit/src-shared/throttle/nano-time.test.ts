import { expect, test } from 'vitest';
import { createLimiter, createNanoTime } from '#shared/throttle/index.ts';
import { makeRate } from './rates.ts';

const day = 86_400_000;

test('time is counted exactly for ever: before a count grows too large, its zero moves', () => {
  let nowMillis = 1_700_000_000_000;
  const limiter = createLimiter({ maxGroups: 10 });
  const rebased: number[] = [];
  const nowNanos = createNanoTime({ nowMillis: () => nowMillis }, (byNanos) => {
    rebased.push(byNanos);
    limiter.rebase(byNanos);
  });
  const daily = makeRate(1, '1 day');
  let refused = 0;
  for (let hour = 0; hour < 24 * 120; hour += 1) {
    const now = nowNanos();
    expect(Number.isSafeInteger(now + daily.durationNanos)).toBe(true);
    if (limiter.decide('', daily, now) > 0) refused += 1;
    nowMillis += day / 24;
  }
  expect(rebased.length).toBeGreaterThan(2);
  // One an hour against one a day: 23 of 24 are refused, over every move of the zero.
  expect(refused).toBe(23 * 120);
});

test('a tester may move the clock by centuries, forward and back', () => {
  let nowMillis = 0;
  const limiter = createLimiter({ maxGroups: 10 });
  const nowNanos = createNanoTime({ nowMillis: () => nowMillis }, (byNanos) => limiter.rebase(byNanos));
  const rate = makeRate(1, '10 s');
  expect(limiter.decide('', rate, nowNanos())).toBe(0);
  nowMillis += 300 * 365 * day;
  expect(limiter.decide('', rate, nowNanos())).toBe(0);
  nowMillis = -300 * 365 * day;
  expect(limiter.decide('', rate, nowNanos())).toBe(rate.stepNanos);
  nowMillis += 10_000;
  expect(limiter.decide('', rate, nowNanos())).toBe(0);
});
