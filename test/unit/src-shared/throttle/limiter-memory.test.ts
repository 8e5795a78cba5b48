import { describe, expect, test } from 'vitest';
import { createLimiter, type Limiter, type Rate } from '#shared/throttle/index.ts';
import { makeRate, second } from './rates.ts';

const six = makeRate(6, '10 s');
const bronze = makeRate(1, '10 s');
const forWeeks = makeRate(1, '70 days');

function take(limiter: Limiter, seconds: number, rate: Rate, group: string, requests = 1): readonly number[] {
  return Array.from({ length: requests }, () => limiter.decide(group, rate, seconds * second));
}

function fill(limiter: Limiter, seconds: number, rate: Rate, groups: number): void {
  for (let index = 0; index < groups; index += 1) take(limiter, seconds, rate, `user ${index}`);
}

describe('more groups than the first room is for', () => {
  test.each([65, 66, 129, 500])('%s have a bucket each, and none loses what it had used', (groups) => {
    const limiter = createLimiter({ maxGroups: 1_000 });
    fill(limiter, 100, bronze, groups);
    const waits = Array.from({ length: groups }, (_, index) =>
      limiter.decide(`user ${index}`, bronze, 100 * second),
    );
    expect(new Set(waits)).toEqual(new Set([10 * second]));
    expect([limiter.size, limiter.overflowed]).toEqual([groups, 0]);
  });

  test('keep the tokens that they had where refill is carried over', () => {
    const limiter = createLimiter({ maxGroups: 1_000, carryOver: true });
    take(limiter, 100, six, 'ann', 2);
    fill(limiter, 100, six, 64);
    expect(limiter.peek('ann', 100 * second)?.level).toBe(4);
    expect(limiter.peek('user 63', 100 * second)?.level).toBe(5);
  });

  test('take the room that they need, however many may come', () => {
    const limiter = createLimiter({ maxGroups: Number.MAX_SAFE_INTEGER });
    fill(limiter, 0, bronze, 65);
    expect(limiter.size).toBe(65);
  });

  test('leave an empty limiter behind when all are cleared, with room for as many again', () => {
    const limiter = createLimiter({ maxGroups: 1_000, carryOver: true });
    fill(limiter, 0, six, 300);
    limiter.clear();
    fill(limiter, 0, six, 65);
    expect([limiter.size, limiter.peek('user 64', 0)?.level]).toEqual([65, 5]);
  });
});

describe('a cleared limiter', () => {
  test('has a full bucket for those without room', () => {
    const limiter = createLimiter({ maxGroups: 1 });
    take(limiter, 0, forWeeks, 'ann');
    expect(take(limiter, 0, bronze, 'eve', 2)).toEqual([0, 10 * second]);
    limiter.clear();
    take(limiter, 0, forWeeks, 'ann');
    expect(take(limiter, 0, bronze, 'eve', 2)).toEqual([0, 10 * second]);
  });

  test.each([
    [false, 10],
    [true, 19],
  ])('carries refill over as before: %s', (carryOver, passed) => {
    const limiter = createLimiter({ maxGroups: 10, carryOver });
    const ten = makeRate(10, '10 s');
    limiter.clear();
    take(limiter, 0, ten, '');
    expect(take(limiter, 10, ten, '', 30).filter((wait) => wait === 0)).toHaveLength(passed);
  });
});

describe('a full bucket', () => {
  test('is not looked for while there is room', () => {
    const limiter = createLimiter({ maxGroups: 3 });
    take(limiter, 0, bronze, 'ann');
    take(limiter, 20, bronze, 'bob');
    expect([limiter.size, limiter.evicted]).toEqual([2, 0]);
  });

  test('gives its place to the next group without touching the others', () => {
    const limiter = createLimiter({ maxGroups: 3 });
    take(limiter, 0, bronze, 'ann');
    take(limiter, 5, bronze, 'bob');
    limiter.sweep(10 * second);
    take(limiter, 10, six, 'eve');
    expect(limiter.peek('bob', 10 * second)).toMatchObject({ rate: bronze, level: 0.5 });
    expect(limiter.peek('eve', 10 * second)?.level).toBe(5);
  });

  test('of carried-over refill is one that was idle for longer than its duration, whatever time it is', () => {
    const limiter = createLimiter({ maxGroups: 10, carryOver: true });
    take(limiter, 100, six, 'ann');
    expect(limiter.sweep(110 * second)).toBe(0);
    expect(limiter.sweep(110 * second + 1)).toBe(1);
  });
});

describe('forgetting the group that came first', () => {
  test('counts it, and gives its place to the next without touching the others', () => {
    const limiter = createLimiter({ maxGroups: 2 });
    take(limiter, 0, bronze, 'ann');
    take(limiter, 0, bronze, 'bob');
    limiter.forgetOldest();
    expect([limiter.size, limiter.evicted]).toEqual([1, 1]);
    take(limiter, 0, six, 'eve');
    expect(limiter.peek('bob', 0)).toEqual({
      group: 'bob',
      rate: bronze,
      level: 0,
      waitNanos: 10 * second,
    });
    expect(limiter.peek('eve', 0)?.level).toBe(5);
  });

  test('does nothing where there is none', () => {
    const limiter = createLimiter({ maxGroups: 2 });
    limiter.forgetOldest();
    expect([limiter.size, limiter.evicted]).toEqual([0, 0]);
  });
});

describe('shared buckets', () => {
  /** A limiter without room for eve, who has emptied shared buckets of so many rates at 0 s. */
  function withShared(rates: number): Limiter {
    const limiter = createLimiter({ maxGroups: 1 });
    take(limiter, 0, forWeeks, 'ann');
    take(limiter, 0, bronze, 'eve');
    for (let index = 1; index < rates; index += 1) take(limiter, 0, makeRate(1, `${10 + index} s`), 'eve');
    return limiter;
  }
  const newcomer = makeRate(7, '10 s');

  test('move with the zero of time', () => {
    const limiter = createLimiter({ maxGroups: 1 });
    take(limiter, 100, forWeeks, 'ann');
    take(limiter, 100, bronze, 'eve');
    limiter.rebase(100 * second);
    expect(take(limiter, 4, bronze, 'eve')).toEqual([6 * second]);
  });

  // A clock that goes back tells a bucket that was dropped, which is full, from one that was kept.
  test('that are full again are dropped at the 1,025th rate', () => {
    const limiter = withShared(1_024);
    take(limiter, 10, newcomer, 'eve');
    expect(take(limiter, 5, bronze, 'eve')).toEqual([0]);
  });

  test('are kept where there are fewer', () => {
    const limiter = withShared(1_023);
    take(limiter, 10, newcomer, 'eve');
    expect(take(limiter, 5, bronze, 'eve')).toEqual([5 * second]);
  });

  test('that are in use are never dropped', () => {
    const limiter = withShared(1_024);
    take(limiter, 9, newcomer, 'eve');
    expect(take(limiter, 9, bronze, 'eve')).toEqual([second]);
  });
});

describe('equal rates', () => {
  const rateSeen = (limiter: Limiter, group: string, rate: Rate) => {
    limiter.decide(group, rate, 0);
    return limiter.peek(group, 0)?.rate;
  };
  const others = (limiter: Limiter, count: number) => {
    for (let index = 0; index < count; index += 1) limiter.decide('eve', makeRate(100 + index, '10 s'), 0);
  };

  test('are one object for all groups', () => {
    const limiter = createLimiter({ maxGroups: 10 });
    expect(rateSeen(limiter, 'ann', six)).toBe(six);
    expect(rateSeen(limiter, 'bob', makeRate(6, '10000 ms'))).toBe(six);
  });

  test('are known as one while there are up to 256 of them', () => {
    const limiter = createLimiter({ maxGroups: 10 });
    rateSeen(limiter, 'ann', six);
    others(limiter, 255);
    expect(rateSeen(limiter, 'bob', makeRate(6, '10000 ms'))).toBe(six);
  });

  test('are known anew from the 257th on', () => {
    const limiter = createLimiter({ maxGroups: 10 });
    const later = makeRate(6, '10000 ms');
    rateSeen(limiter, 'ann', six);
    others(limiter, 256);
    expect(rateSeen(limiter, 'bob', later)).toBe(later);
  });
});
