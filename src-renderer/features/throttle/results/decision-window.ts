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

/** The pieces of time in which the charts count requests. */
export interface Pieces {
  readonly fromSeconds: number;
  readonly binSeconds: number;
  /** The end of the last one. */
  readonly untilSeconds: number;
}

/** The piece in which an instant lies; the end of the last one belongs to it. */
function pieceAt(atSeconds: number, { fromSeconds, binSeconds, untilSeconds }: Pieces): TimeView {
  const last = Math.max(0, Math.ceil((untilSeconds - fromSeconds) / binSeconds - 1e-9) - 1);
  const place = Math.min(last, Math.floor((atSeconds - fromSeconds) / binSeconds + 1e-9));
  const from = fromSeconds + place * binSeconds;
  return { fromSeconds: from, untilSeconds: place === last ? Number.POSITIVE_INFINITY : from + binSeconds };
}

function isWithin({ atSeconds }: Decision, { fromSeconds, untilSeconds }: TimeView): boolean {
  return atSeconds >= fromSeconds - 1e-9 && atSeconds < untilSeconds - 1e-9;
}

/**
 * The index of the decision that a cursor shows: the one that it names, else the one of its piece that tells most. A
 * refusal tells more than what passed, and one of `group` more than those of others; among equals it is the nearest.
 * −1: no request came in this piece.
 */
export function decisionIn(
  decisions: readonly Decision[],
  { atSeconds, nth }: DecisionRef,
  pieces: Pieces,
  group: string | null,
): number {
  const first = decisions.findIndex((decision) => decision.atSeconds === atSeconds);
  if (nth >= 0 && first >= 0 && decisions[first + nth]?.atSeconds === atSeconds) return first + nth;
  const piece = pieceAt(atSeconds, pieces);
  let best = -1;
  let bestRank = Number.POSITIVE_INFINITY;
  let bestAway = Number.POSITIVE_INFINITY;
  decisions.forEach((decision, index) => {
    if (!isWithin(decision, piece)) return;
    const rank = (decision.status === 200 ? 2 : 0) + (decision.group === group ? 0 : 1);
    const away = Math.abs(decision.atSeconds - atSeconds);
    if (rank > bestRank || (rank === bestRank && away >= bestAway)) return;
    best = index;
    bestRank = rank;
    bestAway = away;
  });
  return best;
}

/** The place of one decision among those of its piece, from 1. */
export interface PlaceAmong {
  readonly place: number;
  readonly count: number;
}

/** Counts the decisions of the piece in which one lies; null: there is none at the index. */
export function placeAmong(decisions: readonly Decision[], at: number, pieces: Pieces): PlaceAmong | null {
  const decision = decisions[at];
  if (decision === undefined) return null;
  const piece = pieceAt(decision.atSeconds, pieces);
  const first = decisions.findIndex((each) => isWithin(each, piece));
  return { place: at - first + 1, count: decisions.filter((each) => isWithin(each, piece)).length };
}

/** The index from which the next decision is looked for where none is at the cursor. */
export function besideCursor(decisions: readonly Decision[], cursor: DecisionRef | null, by: 1 | -1): number {
  const later = cursor === null ? -1 : decisions.findIndex(({ atSeconds }) => atSeconds > cursor.atSeconds);
  if (by === 1) return cursor === null ? -1 : later < 0 ? decisions.length : later - 1;
  return later < 0 ? decisions.length : later;
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
