/** The middle of some numbers and how far they lie apart. */
export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * The median, the lowest and the highest of some numbers.
 * @throws Error where there is none, or one is no number
 */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  const lowest = sorted[0];
  const highest = sorted.at(-1);
  if (lowest === undefined || highest === undefined) throw new Error('Nothing was measured.');
  if (samples.some((sample) => !Number.isFinite(sample))) throw new Error('A sample is no number.');
  const middle = (sorted.length - 1) / 2;
  const below = sorted[Math.floor(middle)] ?? lowest;
  const above = sorted[Math.ceil(middle)] ?? highest;
  return { median: (below + above) / 2, lowest, highest };
}

/**
 * The number below which `percent` of the numbers lie.
 * @throws Error where there is none
 */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)];
  if (found === undefined) throw new Error('Nothing was measured.');
  return found;
}
