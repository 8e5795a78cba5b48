import { describe, expect, test } from 'vitest';
import { createLimiter, type Limiter, type Rate } from '#shared/throttle/index.ts';
import { makeRate, second } from './rates.ts';

const five = makeRate(5, '10 s');
const hundred = makeRate(100, '10 s');

function take(limiter: Limiter, seconds: number, rate: Rate, group: string, requests: number): void {
  for (let index = 0; index < requests; index += 1) limiter.decide(group, rate, seconds * second);
}

describe('a bucket that is looked at', () => {
  test.each([
    ['when it was just used', 100, 2, 0],
    ['half a step later', 101, 2.5, 0],
    ['when the last of it is paid back', 106, 5, 0],
    ['long after it is full', 1_000, 5, 0],
  ])('%s', (_, seconds, level, waitNanos) => {
    const limiter = createLimiter({ maxGroups: 10 });
    take(limiter, 100, five, 'ann', 3);
    expect(limiter.peek('ann', seconds * second)).toEqual({ group: 'ann', rate: five, level, waitNanos });
  });

  test('has no token while it waits for one', () => {
    const limiter = createLimiter({ maxGroups: 10 });
    take(limiter, 100, five, 'ann', 5);
    expect(limiter.peek('ann', 100.5 * second)).toMatchObject({ level: 0.25, waitNanos: 1.5 * second });
  });
});

describe('a bucket with carried-over refill that is looked at', () => {
  test('has whole tokens, of which looking takes none', () => {
    const limiter = createLimiter({ maxGroups: 10, carryOver: true });
    take(limiter, 100, five, 'ann', 3);
    const view = { group: 'ann', rate: five, level: 2, waitNanos: 0 };
    expect(limiter.peek('ann', 101 * second)).toEqual(view);
    expect(limiter.peek('ann', 101 * second)).toEqual(view);
    expect(limiter.peek('ann', 102 * second)?.level).toBe(3);
  });

  test('has none while it waits for one', () => {
    const limiter = createLimiter({ maxGroups: 10, carryOver: true });
    take(limiter, 100, five, 'ann', 5);
    expect(limiter.peek('ann', 100.5 * second)).toEqual({
      group: 'ann',
      rate: five,
      level: 0,
      waitNanos: 1.5 * second,
    });
  });
});

describe('all buckets that are looked at', () => {
  test('are in the order of the share that is left, not of the number', () => {
    const limiter = createLimiter({ maxGroups: 10 });
    take(limiter, 0, five, 'ann', 2);
    take(limiter, 0, hundred, 'bob', 90);
    take(limiter, 0, five, 'eve', 1);
    expect(limiter.views(0, 10).map(({ group }) => group)).toEqual(['bob', 'ann', 'eve']);
  });

  test('are the first 20,000', () => {
    const limiter = createLimiter({ maxGroups: 30_000 });
    for (let index = 0; index < 20_001; index += 1) limiter.decide(`user ${index}`, five, 0);
    expect(limiter.views(0, 30_000)).toHaveLength(20_000);
  });
});
