/** Gives numbers from 0 up to, but not including, 1. */
export type Generator = () => number;

/** Times of two requests that were sent one right after the other, in milliseconds. */
export type TimingPair = readonly [one: number, other: number];

/** The comparison of two series of times. */
export interface TimingResult {
  /** `met`: no difference that counts; `broken`: there is one; `review`: the noise is too wide to tell. */
  readonly outcome: 'met' | 'broken' | 'review';
  readonly medians: TimingPair;
  /** The smallest difference that counts, in milliseconds. */
  readonly smallestMillis: number;
  /** The difference that would have been found in four of five such series, in milliseconds. */
  readonly detectableMillis: number;
}

/** How often a difference may be found where there is none. */
const alpha = 0.001;
/**
 * The level that is tested at. At α itself one of 1,000 equal servers is found on average, and two or more in a quarter of
 * such thousands; at a fifth of it in one of fifty.
 */
const level = alpha / 5;
const permutations = 19_999;
const resamples = 200;
/** Quantiles of the normal distribution: two-sided for α and for the level, and for a power of 80 %. */
const alphaQuantile = 3.29;
const levelQuantile = 3.72;
const powerQuantile = 0.84;

/** A generator that gives the same numbers for the same seed, so that a result can be had again (Mulberry32). */
export function seededGenerator(seed: number): Generator {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Compares the medians of two series that were measured in pairs. A difference counts from 0.5 ms or 5 % of the smaller
 * median on, whichever is more; it is found by a permutation test (α ≤ 0.001) that exchanges the times within pairs.
 */
export function compareTimes(pairs: readonly TimingPair[], next: Generator): TimingResult {
  const ranked = rank(pairs);
  const medians = mediansOf(ranked, (index) => index);
  const effect = Math.abs(medians[0] - medians[1]);
  const smallestMillis = Math.max(0.5, 0.05 * Math.min(...medians));
  const error = standardError(ranked, next);
  const detectableMillis = Math.max(smallestMillis, (levelQuantile + powerQuantile) * error);
  const common = { medians, smallestMillis, detectableMillis };
  if (effect >= smallestMillis)
    return { ...common, outcome: isSignificant(ranked, effect, next) ? 'broken' : 'review' };
  return { ...common, outcome: effect + alphaQuantile * error < smallestMillis ? 'met' : 'review' };
}

/** All times in order, and for each pair the places of its two: medians are counted out of them, not sorted anew. */
interface Ranked {
  readonly sorted: Float64Array;
  readonly one: Uint32Array;
  readonly other: Uint32Array;
  /** How often each place is in either series; used again for every count. */
  readonly counts: readonly [one: Uint32Array, other: Uint32Array];
}

function rank(pairs: readonly TimingPair[]): Ranked {
  const order = pairs.flatMap(([one, other], index) => [
    { time: one, at: 2 * index },
    { time: other, at: 2 * index + 1 },
  ]);
  order.sort((a, b) => a.time - b.time);
  const ranked: Ranked = {
    sorted: Float64Array.from(order, ({ time }) => time),
    one: new Uint32Array(pairs.length),
    other: new Uint32Array(pairs.length),
    counts: [new Uint32Array(order.length), new Uint32Array(order.length)],
  };
  for (const [place, { at }] of order.entries()) (at % 2 === 0 ? ranked.one : ranked.other)[at >> 1] = place;
  return ranked;
}

/** Permutation test; it ends as soon as so many exchanges do as well that the difference may be chance. */
function isSignificant(ranked: Ranked, effect: number, next: Generator): boolean {
  const mostAlike = Math.floor(level * (permutations + 1));
  let alike = 0;
  for (let round = 0; round < permutations; round += 1) {
    const [one, other] = mediansOf(
      ranked,
      (index) => index,
      () => next() < 0.5,
    );
    if (Math.abs(one - other) >= effect) alike += 1;
    // The series as it was measured is one of the exchanges.
    if (alike + 1 > mostAlike) return false;
  }
  return true;
}

/** Standard error of the difference of the medians, from pairs that are drawn again. */
function standardError(ranked: Ranked, next: Generator): number {
  const count = ranked.one.length;
  const differences = Array.from({ length: resamples }, () => {
    const [one, other] = mediansOf(ranked, () => Math.floor(next() * count));
    return one - other;
  });
  const mean = differences.reduce((sum, each) => sum + each, 0) / resamples;
  return Math.sqrt(differences.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (resamples - 1));
}

/** The medians of both series: of the pairs that `pick` names, with the times of those exchanged that `isTurned` says. */
function mediansOf(
  { sorted, one, other, counts }: Ranked,
  pick: (index: number) => number,
  isTurned: () => boolean = () => false,
): TimingPair {
  for (const each of counts) each.fill(0);
  for (let index = 0; index < one.length; index += 1) {
    const pair = pick(index);
    const [first, second] = isTurned() ? [other, one] : [one, other];
    countPlace(counts[0], first[pair]);
    countPlace(counts[1], second[pair]);
  }
  return [medianOf(sorted, counts[0], one.length), medianOf(sorted, counts[1], one.length)];
}

function countPlace(counts: Uint32Array, place = 0): void {
  counts[place] = (counts[place] ?? 0) + 1;
}

function medianOf(sorted: Float64Array, counts: Uint32Array, size: number): number {
  const [lower, upper] = [(size - 1) >> 1, size >> 1];
  let place = 0;
  let before = counts[0] ?? 0;
  while (before <= lower && place < counts.length - 1) before += counts[++place] ?? 0;
  const low = sorted[place] ?? 0;
  while (before <= upper && place < counts.length - 1) before += counts[++place] ?? 0;
  return (low + (sorted[place] ?? 0)) / 2;
}
