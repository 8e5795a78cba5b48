import { roundBinSeconds } from '#shared/throttle/simulation/bin-lengths.ts';
import type { CountWindow } from '#shared/throttle/simulation/types.ts';

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

/** A part of the time in pieces of its own; `bins.endNanos` is where it ends. */
export interface DetailWindow {
  readonly bins: Bins;
  readonly fromNanos: number;
}

/** The pieces of a part of the time, which goes no further than to the end of the whole. */
export function windowBins(
  { fromSeconds, untilSeconds, binSeconds }: CountWindow,
  endNanos: number,
): DetailWindow {
  const fromNanos = Math.round(fromSeconds * nanosPerSecond);
  const untilNanos = Math.min(endNanos, Math.ceil(untilSeconds * nanosPerSecond));
  const nanos = Math.round(binSeconds * nanosPerSecond);
  const count = Math.max(1, Math.ceil((untilNanos - fromNanos) / nanos));
  return { fromNanos, bins: { nanos, count, endNanos: untilNanos } };
}

/** Cuts a duration into pieces of a round length: as many as are asked for at most. */
export function binsOf(durationSeconds: number, asked?: number): Bins {
  const endNanos = Math.round(durationSeconds * nanosPerSecond);
  const max = asked ?? (durationSeconds <= shortSeconds ? fewBins : manyBins);
  const round = roundBinSeconds(durationSeconds, max);
  const nanos = round === null ? Math.ceil(endNanos / max) : Math.round(round * nanosPerSecond);
  return { nanos, endNanos, count: Math.max(1, Math.ceil(endNanos / nanos)) };
}
