import { describe, expect, test } from 'vitest';
import {
  compareTimes,
  type Generator,
  seededGenerator,
  type TimingPair,
} from '#shared/attacks/checks/timing.ts';

interface Server {
  /** Median of its answers, in milliseconds. */
  readonly median: number;
  /** Spread of the logarithm of the times. */
  readonly spread: number;
  /** Time that one of the two answers takes longer. */
  readonly more?: number;
}

/** Log-normal times, now and then with a pause as of a garbage collector. */
function pairsOf({ median, spread, more = 0 }: Server, next: Generator, count = 200): TimingPair[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const time = () => median * Math.exp(spread * normal()) + (next() < 0.03 ? 8 * next() : 0);
  return Array.from({ length: count }, () => [time(), time() + more] as const);
}

function outcomes(server: Server, series: number, seed: number): Record<string, number> {
  const next = seededGenerator(seed);
  const counts: Record<string, number> = { met: 0, broken: 0, review: 0 };
  for (let index = 0; index < series; index += 1) {
    const { outcome } = compareTimes(pairsOf(server, next), seededGenerator(index));
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe('two series of times', () => {
  test('that are equal, as of a server on the loopback address, are told apart in none of 1,000', {
    timeout: 120_000,
  }, () => {
    expect(outcomes({ median: 3, spread: 0.15 }, 1_000, 1)).toEqual({ met: 1_000, broken: 0, review: 0 });
  });

  test('that are equal and so noisy that chance differences count are told apart in one of 1,000 at most', {
    timeout: 120_000,
  }, () => {
    const { met, broken } = outcomes({ median: 6, spread: 1 }, 1_000, 2);
    expect(broken).toBeLessThanOrEqual(1);
    expect(met).toBe(0);
  });

  test('of which one takes 0.6 ms or 8 % more are told apart', { timeout: 60_000 }, () => {
    expect(outcomes({ median: 3, spread: 0.1, more: 0.6 }, 20, 3)).toMatchObject({ broken: 20 });
    expect(outcomes({ median: 30, spread: 0.05, more: 2.4 }, 20, 4)).toMatchObject({ broken: 20 });
  });

  test('that differ by less than what counts are not told apart, however sure the difference is', () => {
    expect(outcomes({ median: 3, spread: 0.02, more: 0.3 }, 20, 5)).toMatchObject({ met: 20 });
    expect(outcomes({ median: 100, spread: 0.01, more: 2 }, 20, 6)).toMatchObject({ met: 20 });
  });

  test('with wide noise are for a person, with the difference that would have been found', () => {
    const pairs = pairsOf({ median: 30, spread: 0.8 }, seededGenerator(7));
    const { outcome, smallestMillis, detectableMillis } = compareTimes(pairs, seededGenerator(1));
    expect(outcome).toBe('review');
    expect(detectableMillis).toBeGreaterThan(2 * smallestMillis);
    // The difference that is named is one that is found.
    const found = outcomes({ median: 30, spread: 0.8, more: 1.3 * detectableMillis }, 20, 8);
    expect(found['broken']).toBeGreaterThanOrEqual(15);
  });

  test('come to the same result each time', () => {
    const pairs = pairsOf({ median: 5, spread: 0.5, more: 1 }, seededGenerator(9));
    expect(compareTimes(pairs, seededGenerator(3))).toEqual(compareTimes(pairs, seededGenerator(3)));
  });
});
