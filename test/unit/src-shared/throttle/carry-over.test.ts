import { describe, expect, test } from 'vitest';
import { createLimiter } from '#shared/throttle/index.ts';
import { makeRate, second } from './rates.ts';

/** Requests that the model product was seen to let pass: one request, idle time, and a burst. */
const observed = [
  [3, '1 s', [3, 4, 4, 3]],
  [6, '10 s', [7, 10, 10, 6]],
  [10, '10 s', [14, 18, 19, 10]],
] as const;

function burstAfter(
  idleNanos: number,
  numberOfRequests: number,
  duration: string,
  carryOver: boolean,
): number {
  const limiter = createLimiter({ maxGroups: 10, carryOver });
  const rate = makeRate(numberOfRequests, duration);
  limiter.decide('', rate, 1_000);
  return Array.from({ length: 50 }, () => limiter.decide('', rate, 1_000 + idleNanos)).filter(
    (wait) => wait === 0,
  ).length;
}

describe('refill that is carried over', () => {
  test.each(observed)('%s/%s lets as many pass as the model product', (requests, duration, passed) => {
    const { durationNanos } = makeRate(requests, duration);
    const idle = [durationNanos / 2, durationNanos - 1, durationNanos, durationNanos + 1];
    expect(idle.map((nanos) => burstAfter(nanos, requests, duration, true))).toEqual(passed);
  });

  test.each(observed)('%s/%s without it never lets more than C pass', (requests, duration) => {
    const { durationNanos } = makeRate(requests, duration);
    const idle = [durationNanos / 2, durationNanos - 1, durationNanos, durationNanos + 1];
    for (const nanos of idle)
      expect(burstAfter(nanos, requests, duration, false)).toBeLessThanOrEqual(requests);
  });

  test.each([
    [3, '1 s', 100_000, 302],
    [7, '1 s', 100_000, 706],
    [7, '10 s', 100_000, 76],
  ] as const)(
    '%s/%s, saturated for %s ms, accepts %s as the model product does',
    (requests, duration, millis, passed) => {
      const limiter = createLimiter({ maxGroups: 1, carryOver: true });
      const rate = makeRate(requests, duration);
      let accepted = 0;
      for (let at = 0; at < millis; at += 1)
        if (limiter.decide('', rate, at * 1_000_000) === 0) accepted += 1;
      expect(accepted).toBe(passed);
    },
  );

  test('keeps a bucket for a whole duration before it is forgotten', () => {
    const limiter = createLimiter({ maxGroups: 10, carryOver: true });
    const rate = makeRate(10, '10 s');
    limiter.decide('', rate, 0);
    expect(limiter.sweep(10 * second)).toBe(0);
    expect(limiter.peek('', 5 * second)).toMatchObject({ level: 10, waitNanos: 0 });
    expect(limiter.sweep(10 * second + 1)).toBe(1);
  });

  test('tells those without a token exactly how long the next one takes', () => {
    const limiter = createLimiter({ maxGroups: 10, carryOver: true });
    const two = makeRate(2, '10 s');
    const decide = (seconds: number) => limiter.decide('', two, seconds * second);
    expect([decide(100), decide(100), decide(100), decide(101), decide(104.5)]).toEqual([
      0,
      0,
      5 * second,
      4 * second,
      second / 2,
    ]);
    // The grid begins with the first request: the token of 105 s is there at 106 s, and the next one comes at 110 s.
    expect([decide(106), decide(106)]).toEqual([0, 4 * second]);
  });

  test('takes no token away where time goes back', () => {
    const limiter = createLimiter({ maxGroups: 10, carryOver: true });
    const two = makeRate(2, '10 s');
    limiter.decide('', two, 100 * second);
    expect([limiter.decide('', two, 50 * second), limiter.decide('', two, 50 * second)]).toEqual([
      0,
      5 * second,
    ]);
    expect(limiter.decide('', two, 55 * second)).toBe(0);
  });
});
