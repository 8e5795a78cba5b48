import { describe, expect, test } from 'vitest';
import { createLimiter, type Limiter, type Rate, retryAfterSeconds } from '#shared/throttle/index.ts';
import { makeRate, second } from './rates.ts';

const six = makeRate(6, '10 s');
const silver = makeRate(3, '10 s');
const bronze = makeRate(1, '10 s');
const ten = makeRate(10, '10 s');

/** Seconds of Retry-After of so many requests at one moment; 0: accepted. */
function at(limiter: Limiter, seconds: number, rate: Rate, requests = 1, group = ''): readonly number[] {
  return Array.from({ length: requests }, () => {
    const wait = limiter.decide(group, rate, Math.round(seconds * second));
    return wait === 0 ? 0 : retryAfterSeconds(wait);
  });
}

const make = (): Limiter => createLimiter({ maxGroups: 1_000 });

describe('one bucket', () => {
  test('six in ten seconds: of ten at once the first six pass, and the rest is told 2 s', () => {
    expect(at(make(), 0, six, 10)).toEqual([0, 0, 0, 0, 0, 0, 2, 2, 2, 2]);
  });

  test.each([
    ['gold', six, 6, 2],
    ['silver', silver, 3, 4],
    ['bronze', bronze, 1, 10],
  ])('%s gets its number and is told how long to wait', (_, rate, passed, retryAfter) => {
    const answers = at(make(), 3, rate, 10);
    expect(answers.filter((answer) => answer === 0)).toHaveLength(passed);
    expect(answers[passed]).toBe(retryAfter);
  });

  test('ten in ten seconds, drained: one a second, and not a millisecond earlier', () => {
    const limiter = make();
    expect(at(limiter, 0, ten, 11).at(-1)).toBe(1);
    expect(at(limiter, 0.999, ten)).toEqual([1]);
    expect(at(limiter, 1, ten, 2)).toEqual([0, 1]);
    expect(at(limiter, 2, ten, 2)).toEqual([0, 1]);
  });

  test('as in the drawing of the product: 2 just before, then 9 at 7 s, one each at 8 and 9 s, 6 at 17 s', () => {
    const limiter = make();
    at(limiter, 6.5, ten, 2);
    expect(at(limiter, 7, ten, 9)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect([...at(limiter, 8, ten), ...at(limiter, 9, ten)]).toEqual([0, 0]);
    expect(at(limiter, 17, ten, 6)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test.each([0.5, 0.9999, 1, 1.0001, 7])(
    'after a request and %s times the duration, C pass at once',
    (share) => {
      const limiter = make();
      at(limiter, 0, ten);
      const passed = at(limiter, 10 * share, ten, 25).filter((answer) => answer === 0);
      expect(passed).toHaveLength(10);
    },
  );

  test('saturated for 100 s it gives what T allows', () => {
    const limiter = make();
    const three = makeRate(3, '1 s');
    let accepted = 0;
    for (let millis = 0; millis < 100_000; millis += 1)
      if (limiter.decide('', three, millis * 1_000_000) === 0) accepted += 1;
    expect(accepted).toBe(302);
  });

  test('a refused request costs nothing', () => {
    const limiter = make();
    at(limiter, 0, bronze, 1_000);
    expect(at(limiter, 10, bronze)).toEqual([0]);
  });
});

describe('Retry-After', () => {
  test.each([
    [1, 1],
    [1_000_000_000, 1],
    [1_000_000_001, 2],
    [10_000_000_000, 10],
  ])('for a wait of %s ns is %s s', (nanos, seconds) => {
    expect(retryAfterSeconds(nanos)).toBe(seconds);
  });
});

describe('groups', () => {
  test('have a bucket each, and the empty key is one like any other', () => {
    const limiter = make();
    expect(at(limiter, 0, bronze, 1, 'ann')).toEqual([0]);
    expect(at(limiter, 0, bronze, 1, 'bob')).toEqual([0]);
    expect(at(limiter, 0, bronze, 2, '')).toEqual([0, 10]);
    expect(limiter.size).toBe(3);
  });

  test('get a full bucket of a new rate, and of the old one when they come back to it', () => {
    const limiter = make();
    expect(at(limiter, 0, six, 10).filter((answer) => answer === 0)).toHaveLength(6);
    expect(at(limiter, 1, silver, 10).filter((answer) => answer === 0)).toHaveLength(3);
    expect(at(limiter, 2, six, 10).filter((answer) => answer === 0)).toHaveLength(6);
  });

  test('keep their bucket where the rate is another object, or written otherwise', () => {
    const limiter = make();
    at(limiter, 0, six, 6);
    expect(at(limiter, 0, makeRate(6, '10000 ms'))).toEqual([2]);
  });

  test('whose rate alternates are never throttled: what the lint warns of', () => {
    const limiter = make();
    const answers = Array.from({ length: 100 }, (_, index) =>
      at(limiter, 0, index % 2 === 0 ? bronze : silver),
    );
    expect(answers.flat()).toEqual(Array.from({ length: 100 }, () => 0));
  });
});

describe('forgetting', () => {
  test('takes the full buckets and leaves the others', () => {
    const limiter = make();
    at(limiter, 0, bronze, 1, 'ann');
    at(limiter, 5, bronze, 1, 'bob');
    expect(limiter.sweep(9.999 * second)).toBe(0);
    expect(limiter.sweep(10 * second)).toBe(1);
    expect(limiter.peek('ann', 10 * second)).toBeNull();
    expect(limiter.peek('bob', 10 * second)).toMatchObject({ level: 0.5, waitNanos: 5 * second });
    expect(limiter.evicted).toBe(1);
  });

  test('in parts comes round to all of them', () => {
    const limiter = make();
    for (let index = 0; index < 100; index += 1) at(limiter, 0, bronze, 1, `user ${index}`);
    let gone = 0;
    for (let part = 0; part < 10; part += 1) gone += limiter.sweep(20 * second, 10);
    expect([gone, limiter.size]).toEqual([100, 0]);
    expect(limiter.sweep(20 * second, 10)).toBe(0);
  });

  test('clears everything when it is told to', () => {
    const limiter = make();
    at(limiter, 0, bronze, 2, 'ann');
    limiter.clear();
    expect(limiter.size).toBe(0);
    expect(at(limiter, 0, bronze, 1, 'ann')).toEqual([0]);
  });
});

describe('the limit of groups', () => {
  test('lets new ones share a bucket, and never takes one that is in use', () => {
    const limiter = createLimiter({ maxGroups: 2 });
    at(limiter, 0, six, 6, 'ann');
    at(limiter, 0, six, 1, 'bob');
    expect(at(limiter, 1, six, 6, 'eve')).toEqual([0, 0, 0, 0, 0, 0]);
    // Another newcomer finds the shared bucket empty.
    expect(at(limiter, 1, six, 1, 'mallory')).toEqual([2]);
    expect(at(limiter, 1, six, 1, 'ann')).toEqual([1]);
    expect([limiter.size, limiter.overflowed]).toEqual([2, 7]);
  });

  test('has a shared bucket for each rate, so that changing rates refills none', () => {
    const limiter = createLimiter({ maxGroups: 1 });
    at(limiter, 0, six, 1, 'ann');
    expect(at(limiter, 0, bronze, 2, 'eve')).toEqual([0, 10]);
    expect(at(limiter, 0, silver, 1, 'eve')).toEqual([0]);
    expect(at(limiter, 0, bronze, 1, 'eve')).toEqual([10]);
  });

  test('forgets the one that came first for who asks for it', () => {
    const limiter = createLimiter({ maxGroups: 2 });
    at(limiter, 0, bronze, 1, 'ann');
    at(limiter, 0, bronze, 1, 'bob');
    limiter.forgetOldest();
    expect([at(limiter, 0, bronze, 2, 'eve'), limiter.overflowed]).toEqual([[0, 10], 0]);
    expect([limiter.peek('ann', 0), limiter.peek('bob', 0)?.level]).toEqual([null, 0]);
  });

  test('makes room by itself where a bucket is full again', () => {
    const limiter = createLimiter({ maxGroups: 1 });
    at(limiter, 0, bronze, 1, 'ann');
    at(limiter, 10, bronze, 1, 'bob');
    expect([limiter.peek('bob', 10 * second)?.level, limiter.overflowed]).toEqual([0, 0]);
  });
});

describe('time', () => {
  test('that goes back neither refills a bucket nor shuts it for longer than one step', () => {
    const limiter = make();
    at(limiter, 1_000_000, six, 6);
    expect(at(limiter, 0, six, 1)).toEqual([2]);
    expect(at(limiter, 1.7, six, 2)).toEqual([0, 2]);
  });

  test('can be counted from a later zero', () => {
    const limiter = make();
    at(limiter, 100, six, 6);
    limiter.rebase(100 * second);
    expect(at(limiter, 1, six)).toEqual([1]);
    expect(at(limiter, 2, six, 2)).toEqual([0, 2]);
  });
});

describe('looking', () => {
  test('takes nothing', () => {
    const limiter = make();
    at(limiter, 0, six, 2, 'ann');
    const seen = limiter.peek('ann', 0);
    expect(seen).toMatchObject({ group: 'ann', rate: six, level: 4, waitNanos: 0 });
    expect(limiter.peek('ann', 0)).toEqual(seen);
    expect(limiter.peek('bob', 0)).toBeNull();
  });

  test('at all of them shows the emptiest first', () => {
    const limiter = make();
    at(limiter, 0, six, 1, 'ann');
    at(limiter, 0, six, 5, 'bob');
    at(limiter, 0, bronze, 1, 'eve');
    expect(limiter.views(0, 2).map(({ group }) => group)).toEqual(['eve', 'bob']);
  });
});
