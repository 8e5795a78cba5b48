import { firstFrom } from '../../sorted-places.ts';

/** Where a pattern matches, in the order of the text. */
export function positionsOf(text: string, pattern: RegExp): readonly number[] {
  return [...text.matchAll(pattern)].map(({ index }) => index);
}

/** Index of the last of sorted positions before a place; -1: there is none. */
export function lastBefore(sorted: readonly number[], at: number): number {
  return firstFrom(sorted.length, (index) => sorted[index] ?? 0, at) - 1;
}

/** Distance from a place back to the last of sorted positions; Infinity: there is none. */
export function distanceBehind(sorted: readonly number[], at: number): number {
  return at - (sorted[lastBefore(sorted, at)] ?? Number.NEGATIVE_INFINITY);
}

/** Distance from a place to the closest of sorted positions on either side; Infinity: there is none. */
export function distanceTo(sorted: readonly number[], at: number): number {
  const next = sorted[lastBefore(sorted, at) + 1] ?? Number.POSITIVE_INFINITY;
  return Math.min(distanceBehind(sorted, at), next - at);
}
