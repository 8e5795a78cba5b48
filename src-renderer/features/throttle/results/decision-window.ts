import type { TimeView } from '#renderer/ui/chart/scales.ts';
import type { Decision, SimulationResult } from '#shared/throttle/simulation/types.ts';

/** All requests of a bin, taken by the route or not: each has a decision. */
function sentIn({ bins }: SimulationResult, bin: number): number | undefined {
  const offered = bins.offered[bin];
  return offered === undefined ? undefined : offered + (bins.notTaken[bin] ?? 0);
}

/** How many requests were sent inside a view, counted by whole bins. */
export function offeredIn(result: SimulationResult, view: TimeView): number {
  const { bins, binSeconds } = result;
  const first = Math.max(0, Math.floor(view.fromSeconds / binSeconds));
  const last = Math.min(bins.offered.length, Math.ceil(view.untilSeconds / binSeconds));
  let sum = 0;
  for (let bin = first; bin < last; bin += 1) sum += sentIn(result, bin) ?? 0;
  return sum;
}

/**
 * The window in which each request is asked for: the view where it holds at most `most` requests, else as many whole
 * bins around the cursor as hold them; null where not even the bin of the cursor is small enough.
 */
export function decisionWindow(
  result: SimulationResult,
  view: TimeView,
  cursorSeconds: number | null,
  max: number,
): TimeView | null {
  const { bins, binSeconds, durationSeconds } = result;
  if (offeredIn(result, view) <= max) return view;
  if (cursorSeconds === null) return null;
  const bin = Math.min(bins.offered.length - 1, Math.max(0, Math.floor(cursorSeconds / binSeconds)));
  let sum = sentIn(result, bin) ?? 0;
  let first = bin;
  let last = bin;
  const widen = (candidate: number, take: () => void) => {
    const count = sentIn(result, candidate);
    if (count === undefined || sum + count > max) return false;
    sum += count;
    take();
    return true;
  };
  for (let isWider = true; isWider; ) {
    const isLater = widen(last + 1, () => (last += 1));
    const isEarlier = widen(first - 1, () => (first -= 1));
    isWider = isLater || isEarlier;
  }
  return {
    fromSeconds: first * binSeconds,
    untilSeconds: Math.min(durationSeconds, (last + 1) * binSeconds),
  };
}

/** Names one request among those of a window: several may come at one instant. */
export interface DecisionRef {
  readonly atSeconds: number;
  /** Which one of its instant, from 0. */
  readonly nth: number;
}

/** The name of the decision at an index. */
export function refOf(decisions: readonly Decision[], index: number): DecisionRef | null {
  const decision = decisions[index];
  if (decision === undefined) return null;
  const first = decisions.findIndex(({ atSeconds }) => atSeconds === decision.atSeconds);
  return { atSeconds: decision.atSeconds, nth: index - first };
}

/** The index of a named decision; that of the nearest in time where it is not there; −1 where there is none. */
export function indexOf(decisions: readonly Decision[], { atSeconds, nth }: DecisionRef): number {
  const first = decisions.findIndex((decision) => decision.atSeconds === atSeconds);
  if (first >= 0 && decisions[first + nth]?.atSeconds === atSeconds) return first + nth;
  let nearest = -1;
  let distance = Number.POSITIVE_INFINITY;
  decisions.forEach((decision, index) => {
    const away = Math.abs(decision.atSeconds - atSeconds);
    if (away < distance) {
      distance = away;
      nearest = index;
    }
  });
  return nearest;
}

/** The index of the next decision of a group, or of any where it is null; −1 at the end. */
export function stepFrom(
  decisions: readonly Decision[],
  from: number,
  by: 1 | -1,
  group: string | null,
): number {
  for (let index = from + by; index >= 0 && index < decisions.length; index += by)
    if (group === null || decisions[index]?.group === group) return index;
  return -1;
}
