import type { TimeView } from '#renderer/ui/chart/scales.ts';
import { finerBins } from '#shared/throttle/simulation/bin-lengths.ts';
import type { CountWindow, SimulationResult, WindowCounts } from '#shared/throttle/simulation/types.ts';

/** Requests over time, in pieces of one length from a moment on. */
export interface RequestBins extends WindowCounts {
  readonly limitPerSecond: readonly number[];
}

/** Pieces of a view at most: as many bars can be told apart. */
const maxBins = 60;

/** The requests in the pieces of the whole simulation. */
export function wholeBins({ bins, binSeconds }: SimulationResult): RequestBins {
  return { ...bins, fromSeconds: 0, binSeconds };
}

/** The part of the time that has to be counted for a view; null: the pieces of the whole are fine enough. */
export function countWindow(
  { binSeconds, durationSeconds }: SimulationResult,
  view: TimeView,
): CountWindow | null {
  const finer = finerBins(view, binSeconds, maxBins);
  return finer === null ? null : { ...finer, untilSeconds: Math.min(finer.untilSeconds, durationSeconds) };
}

/** The requests as a view shows them: in finer pieces where those that were counted are of this very view. */
export function requestBins(
  result: SimulationResult,
  wanted: CountWindow | null,
  counts: WindowCounts | null,
): RequestBins {
  const isCounted =
    counts !== null && counts.fromSeconds === wanted?.fromSeconds && counts.binSeconds === wanted.binSeconds;
  if (!isCounted) return wholeBins(result);
  const limitAt = (bin: number) => {
    const middle = counts.fromSeconds + (bin + 0.5) * counts.binSeconds;
    return result.bins.limitPerSecond[Math.floor(middle / result.binSeconds)] ?? 0;
  };
  return { ...counts, limitPerSecond: counts.offered.map((_, bin) => limitAt(bin)) };
}
