import type { TimeView } from '#renderer/ui/chart/scales.ts';
import { finerBins } from '#shared/throttle/simulation/bin-lengths.ts';
import type {
  CountWindow,
  GroupResult,
  SimulationResult,
  WindowCounts,
} from '#shared/throttle/simulation/types.ts';

/** Requests over time, in pieces of one length from a moment on. */
export interface RequestBins extends WindowCounts {
  readonly limitPerSecond: readonly number[];
}

/** Pieces of a view at most: as many bars can be told apart. */
const maxBins = 60;

/** The requests in the pieces of the whole simulation. */
export function wholeBins({ bins, binSeconds, retryAfter, waiting }: SimulationResult): RequestBins {
  return {
    ...bins,
    fromSeconds: 0,
    binSeconds,
    retryAfter: retryAfter.perBin,
    waiting: waiting.perBin,
  };
}

/** Requests of each piece that were neither allowed nor refused. */
export function failedIn({
  offered,
  accepted,
  refused,
}: Pick<RequestBins, 'offered' | 'accepted' | 'refused'>) {
  return offered.map((value, bin) => value - (accepted[bin] ?? 0) - (refused[bin] ?? 0));
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

/** The requests that were really sent, in the pieces of those that were simulated; null: nothing was sent. */
export function sentBins(
  bins: RequestBins,
  sent: Readonly<Record<'accepted' | 'refused' | 'failed' | 'notTaken', readonly number[]>> | null,
): RequestBins {
  const of = (values: readonly number[] | undefined) => bins.offered.map((_, bin) => values?.[bin] ?? 0);
  const accepted = of(sent?.accepted);
  const refused = of(sent?.refused);
  const failed = of(sent?.failed);
  const offered = accepted.map((value, bin) => value + (refused[bin] ?? 0) + (failed[bin] ?? 0));
  return { ...bins, offered, accepted, refused, notTaken: of(sent?.notTaken) };
}

/** Groups over time, in pieces of one length from a moment on. */
export interface GroupBins {
  readonly groups: readonly GroupResult[];
  readonly fromSeconds: number;
  readonly binSeconds: number;
}

/** Groups as a view shows them: in finer pieces where each of them was counted so. */
export function groupBins(
  { binSeconds }: SimulationResult,
  groups: readonly GroupResult[],
  wanted: CountWindow | null,
  counted: readonly GroupResult[] | null,
): GroupBins {
  const byKey = new Map((counted ?? []).map((group) => [group.key, group]));
  const finer = groups.flatMap((group) => byKey.get(group.key) ?? []);
  if (wanted === null || finer.length < groups.length) return { groups, fromSeconds: 0, binSeconds };
  return { groups: finer, fromSeconds: wanted.fromSeconds, binSeconds: wanted.binSeconds };
}
