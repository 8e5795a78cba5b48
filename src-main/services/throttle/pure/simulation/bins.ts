const nanosPerSecond = 1_000_000_000;
const fewBins = 240;
const manyBins = 1_440;
const shortSeconds = 3_600;
const niceSeconds = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800,
  3_600,
];

/** How the time of a simulation is cut into pieces of equal length. */
export interface Bins {
  readonly count: number;
  readonly nanos: number;
  readonly endNanos: number;
}

/** Cuts a duration: into as many pieces as are asked for, or into pieces of a round length. */
export function binsOf(durationSeconds: number, asked?: number): Bins {
  const endNanos = Math.round(durationSeconds * nanosPerSecond);
  const max = durationSeconds <= shortSeconds ? fewBins : manyBins;
  const nice = niceSeconds.find((seconds) => durationSeconds / seconds <= max) ?? durationSeconds / max;
  const nanos = Math.ceil(asked === undefined ? nice * nanosPerSecond : endNanos / asked);
  return { nanos, endNanos, count: Math.max(1, Math.ceil(endNanos / nanos)) };
}
