import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#main/services/throttle/pure/traffic/random.ts';
import { createLimiter, type Rate, retryAfterSeconds } from '#shared/throttle/index.ts';
import { property } from '#test/support/property.ts';
import { makeRate, second } from './rates.ts';

const steps = 1_000_000;
const groups = 12;

/** A bucket by the book: tokens as exact fractions of a step, in BigInt, filled up to the moment before each take. */
class ReferenceBucket {
  readonly #rate: Rate;
  readonly #step: bigint;
  readonly #capacity: bigint;
  /** Tokens times step. */
  #held: bigint;
  #at: bigint;

  constructor(rate: Rate, now: bigint) {
    const requests = BigInt(rate.numberOfRequests);
    this.#rate = rate;
    this.#step = (BigInt(rate.durationNanos) + requests - 1n) / requests;
    this.#capacity = requests * this.#step;
    this.#held = this.#capacity;
    this.#at = now;
  }

  isOf(rate: Rate): boolean {
    return (
      this.#rate.numberOfRequests === rate.numberOfRequests && this.#rate.durationNanos === rate.durationNanos
    );
  }

  take(now: bigint): bigint {
    const filled = this.#held + (now - this.#at);
    this.#held = filled > this.#capacity ? this.#capacity : filled;
    this.#at = now;
    if (this.#held < this.#step) return this.#step - this.#held;
    this.#held -= this.#step;
    return 0n;
  }
}

const rates = [
  makeRate(1, '1 ms'),
  makeRate(3, '10 ms'),
  makeRate(7, '1 s'),
  makeRate(6, '10 s'),
  makeRate(1_000, '1 s'),
  makeRate(999_983, '1 minute'),
  makeRate(2_147_483_647, '75 days'),
  makeRate(11, '75 days'),
];

describe('the engine', () => {
  test('decides a million random steps as an exact bucket does, whatever is forgotten in between', () => {
    const random = new SeededRandom(7, 'differential');
    const limiter = createLimiter({ maxGroups: groups });
    const reference = new Map<string, ReferenceBucket>();
    const scales = [1, 1_000, 1_000_000, 100_000_000, second];
    let now = 0;
    let sweeps = 0;
    for (let step = 0; step < steps; step += 1) {
      const scale = scales[random.uint32() % scales.length] ?? 1;
      if (random.uint32() % 4 !== 0) now += Math.floor(random.unit() * scale);
      const group = `group ${random.uint32() % groups}`;
      const changesRate = random.uint32() % 64 === 0;
      const rate = rates[(changesRate ? random.uint32() : Number(group.slice(6))) % rates.length];
      if (rate === undefined) throw new Error('no rate');
      let bucket = reference.get(group);
      if (bucket?.isOf(rate) !== true) {
        bucket = new ReferenceBucket(rate, BigInt(now));
        reference.set(group, bucket);
      }
      const expected = Number(bucket.take(BigInt(now)));
      const actual = limiter.decide(group, rate, now);
      if (actual !== expected)
        throw new Error(`Step ${step}: ${group} at ${now} waits ${actual} instead of ${expected}.`);
      if (random.uint32() % 512 === 0) sweeps += limiter.sweep(now, 1 + (random.uint32() % groups));
    }
    // The test shows something only where buckets were forgotten and time went far.
    expect(sweeps).toBeGreaterThan(100);
    expect(now).toBeGreaterThan(3_600 * second);
    expect(limiter.overflowed).toBe(0);
  });

  const anyRate = fc
    .record({ requests: fc.integer({ min: 1, max: 50 }), millis: fc.integer({ min: 1, max: 100_000 }) })
    .map(({ requests, millis }) => makeRate(requests, `${millis} ms`));
  const gaps = fc.array(fc.integer({ min: 0, max: 5_000_000_000 }), { minLength: 1, maxLength: 300 });

  property([anyRate, gaps], { numRuns: 60 })(
    'lets no window of time pass more than C + W/T',
    (rate, waits) => {
      const limiter = createLimiter({ maxGroups: 1 });
      const accepted: number[] = [];
      let now = 0;
      for (const gap of waits) {
        now += gap % (rate.stepNanos * 3);
        if (limiter.decide('', rate, now) === 0) accepted.push(now);
      }
      for (const [first, from] of accepted.entries())
        for (const [last, until] of accepted.entries()) {
          if (last < first) continue;
          const max = rate.numberOfRequests + Math.floor((until - from) / rate.stepNanos);
          expect(last - first + 1).toBeLessThanOrEqual(max);
        }
    },
  );

  property([anyRate, gaps])('accepts a lone client that waits as long as Retry-After says', (rate, waits) => {
    const limiter = createLimiter({ maxGroups: 1 });
    let now = 0;
    for (const gap of waits) {
      now += gap % (rate.stepNanos * 2);
      const wait = limiter.decide('', rate, now);
      if (wait === 0) continue;
      now += retryAfterSeconds(wait) * second;
      expect(limiter.decide('', rate, now)).toBe(0);
    }
  });

  property([anyRate, fc.array(fc.integer({ min: -1e15, max: 1e15 }), { maxLength: 200 })])(
    'is not harmed by a clock that goes anywhere: nobody waits for longer than a step',
    (rate, times) => {
      const limiter = createLimiter({ maxGroups: 1 });
      for (const now of times) {
        const wait = limiter.decide('', rate, now);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(rate.stepNanos);
        if (wait > 0) expect(limiter.decide('', rate, now + wait)).toBe(0);
      }
    },
  );
});
