import { roundBinSeconds } from '#shared/throttle/simulation/bin-lengths.ts';

const nanosPerSecond = 1_000_000_000;
const fewBins = 240;
const manyBins = 1_440;
const shortSeconds = 3_600;

/** How the time of a simulation is cut into pieces of equal length. */
export interface Bins {
  readonly count: number;
  readonly nanos: number;
  readonly endNanos: number;
}

/** Cuts a duration into pieces of a round length: as many as are asked for at most. */
export function binsOf(durationSeconds: number, asked?: number): Bins {
  const endNanos = Math.round(durationSeconds * nanosPerSecond);
  const max = asked ?? (durationSeconds <= shortSeconds ? fewBins : manyBins);
  const round = roundBinSeconds(durationSeconds, max);
  const nanos = round === null ? Math.ceil(endNanos / max) : Math.round(round * nanosPerSecond);
  return { nanos, endNanos, count: Math.max(1, Math.ceil(endNanos / nanos)) };
}
