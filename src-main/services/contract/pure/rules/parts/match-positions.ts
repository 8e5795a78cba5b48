/** Where a pattern matches, in the order of the text. */
export function positionsOf(text: string, pattern: RegExp): readonly number[] {
  return [...text.matchAll(pattern)].map(({ index }) => index);
}

/** Index of the last of sorted positions that lies before a place; -1: none does. */
export function lastBefore(sorted: readonly number[], at: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** How far before a place the last of sorted positions lies; Infinity: none does. */
export function distanceBehind(sorted: readonly number[], at: number): number {
  return at - (sorted[lastBefore(sorted, at)] ?? Number.NEGATIVE_INFINITY);
}

/** How far from a place the closest of sorted positions lies, whichever side it is on; Infinity: there is none. */
export function distanceTo(sorted: readonly number[], at: number): number {
  const next = sorted[lastBefore(sorted, at) + 1] ?? Number.POSITIVE_INFINITY;
  return Math.min(distanceBehind(sorted, at), next - at);
}
