import { useMemo, useState } from 'react';
import { createStore, type Store } from '#renderer/api/store.ts';
import { clampView, type TimeView, zoomed } from '#renderer/ui/chart/scales.ts';
import type { Decision, GroupResult, SimulationResult } from '#shared/throttle/simulation/types.ts';
import {
  besideCursor,
  type DecisionRef,
  decisionIn,
  decisionWindow,
  type Pieces,
  refOf,
  stepFrom,
} from './decision-window.ts';
import { countWindow } from './request-bins.ts';
import { maxDecisions, type Outcome, useDecisions } from './use-simulation.ts';

export const lowerViews = ['groups', 'heat', 'retryAfter', 'waiting', 'strip', 'compare', 'live'] as const;
export type LowerView = (typeof lowerViews)[number];

const minViewSeconds = 0.1;

/** The state shared by all charts: the time range, the cursor, the group. */
export interface Charts {
  readonly view: TimeView;
  /** The pinned instant; else the one that tells most. */
  readonly cursor: DecisionRef | null;
  /** True: the cursor stays where it is, and does not follow the pointer. */
  readonly isPinned: boolean;
  /** The instant under the pointer. It is a store of its own, so that a move of the pointer draws the cursors alone. */
  readonly hovered: Store<DecisionRef | null>;
  readonly pieces: Pieces;
  readonly groupKey: string | null;
  /** The group that is shown in detail. */
  readonly group: GroupResult | null;
  /** Text that the keys of the listed groups have in them, and the place of the first that is listed. */
  readonly groupSearch: GroupPlace;
  readonly lower: LowerView;
  /** Requests that are known one by one, and the part of time in which they are. */
  readonly decisions: readonly Decision[];
  readonly window: TimeView | null;
  readonly isLoading: boolean;
  /** The decision at the cursor. */
  readonly decision: Decision | null;
  readonly canStep: (by: 1 | -1) => boolean;
  readonly step: (by: 1 | -1) => void;
  /** The pointer is at an instant; null: it left the charts. */
  readonly point: (atSeconds: number | null) => void;
  /** Pins the decision at an instant. */
  readonly pick: (atSeconds: number) => void;
  readonly unpin: () => void;
  readonly choose: (ref: DecisionRef) => void;
  readonly setView: (view: TimeView) => void;
  readonly zoom: (factor: number) => void;
  readonly showAll: () => void;
  readonly setGroup: (group: GroupResult) => void;
  readonly setGroupSearch: (place: GroupPlace) => void;
  readonly setLower: (view: LowerView) => void;
}

/** Which groups are listed. */
export interface GroupPlace {
  readonly search: string;
  readonly from: number;
}

interface ChosenGroup {
  /** The outcome in which it was chosen. */
  readonly of: string;
  readonly group: GroupResult;
}

function nameOf(outcome: Outcome | null): string {
  return `${outcome?.runId ?? ''} ${outcome?.spread ?? ''}`;
}

function wholeOf(result: SimulationResult | null): TimeView {
  return { fromSeconds: 0, untilSeconds: result?.durationSeconds ?? 60 };
}

/** Two windows that are the same for the eye ask once. */
function rounded(window: TimeView | null): TimeView | null {
  if (window === null) return null;
  return {
    fromSeconds: Math.floor(window.fromSeconds * 1_000) / 1_000,
    untilSeconds: Math.ceil(window.untilSeconds * 1_000) / 1_000,
  };
}

/** The group that is shown: the chosen one, if this result has it, else that shown before, else that with the most refusals. */
function groupOf(
  outcome: Outcome | null,
  chosen: ChosenGroup | null,
  before: string | null,
): GroupResult | null {
  const groups = outcome?.result.groups ?? [];
  const wanted = chosen?.group.key ?? before;
  const own = groups.find(({ key }) => key === wanted);
  if (own !== undefined) return own;
  // Found by a search: the result has only the first of very many.
  return chosen !== null && chosen.of === nameOf(outcome) ? chosen.group : (groups[0] ?? null);
}

/** Returns the decision explained before any is chosen: the first refusal of the group, else its first request. */
function tellingDecision(decisions: readonly Decision[], group: string | null): number {
  const refused = decisions.findIndex((decision) => decision.group === group && decision.status !== 200);
  return refused >= 0 ? refused : decisions.findIndex((decision) => decision.group === group);
}

const noDecisions: readonly Decision[] = [];

interface Told {
  readonly group: string | null;
  readonly ref: DecisionRef;
}

/**
 * The instant that is shown where none is pinned: the most telling one, and after an edit the same as before, so that what
 * the edit changed is seen there.
 */
function useTold(decisions: readonly Decision[], pieces: Pieces, group: string | null) {
  const [told, setTold] = useState<Told | null>(null);
  const before = told?.group === group ? told.ref : null;
  const stays =
    before !== null && (decisions.length === 0 || decisionIn(decisions, before, pieces, group) >= 0);
  const telling = refOf(decisions, tellingDecision(decisions, group));
  if (!stays && telling !== null) setTold({ group, ref: telling });
  return stays ? before : telling;
}

/** The decisions of the window, and the cursor among them. */
function useDecisionCursor(outcome: Outcome | null, view: TimeView, groupKey: string | null) {
  const result = outcome?.result ?? null;
  const [pinned, setPinned] = useState<DecisionRef | null>(null);
  const [hovered] = useState(() => createStore<DecisionRef | null>(null));
  const window = rounded(
    result === null ? null : decisionWindow(result, view, pinned?.atSeconds ?? null, maxDecisions),
  );
  const asked = useDecisions({ outcome, window });
  const decisions = asked.data ?? noDecisions;
  const pieces = useMemo(() => piecesOf(result, view), [result, view]);
  const told = useTold(decisions, pieces, groupKey);
  const cursor = pinned ?? told;
  const at = cursor === null ? -1 : decisionIn(decisions, cursor, pieces, groupKey);
  const refAt = (atSeconds: number): DecisionRef => {
    const raw = { atSeconds, nth: -1 };
    // Where the requests are not known yet, the cursor comes to one of them when they are.
    return refOf(decisions, decisionIn(decisions, raw, pieces, groupKey)) ?? raw;
  };
  return {
    window,
    decisions,
    pieces,
    isLoading: asked.isFetching,
    hovered,
    isPinned: pinned !== null,
    cursor: refOf(decisions, at) ?? cursor,
    at,
    setPinned,
    pick: (atSeconds: number) => setPinned(refAt(atSeconds)),
    unpin: () => setPinned(null),
    point: (atSeconds: number | null) => {
      const next = atSeconds === null ? null : refAt(atSeconds);
      const isSame = next?.atSeconds === hovered.get()?.atSeconds && next?.nth === hovered.get()?.nth;
      if (!isSame) hovered.set(next);
    },
  };
}

function piecesOf(result: SimulationResult | null, view: TimeView): Pieces {
  if (result === null) return { fromSeconds: 0, binSeconds: 1, untilSeconds: 60 };
  const { binSeconds, durationSeconds } = result;
  return countWindow(result, view) ?? { fromSeconds: 0, binSeconds, untilSeconds: durationSeconds };
}

/** The state that the charts share. */
export function useCharts(outcome: Outcome | null): Charts {
  const result = outcome?.result ?? null;
  const [view, setView] = useState<TimeView | null>(null);
  const [chosenGroup, setChosenGroup] = useState<ChosenGroup | null>(null);
  const [before, setBefore] = useState<string | null>(null);
  const [groupSearch, setGroupSearch] = useState<GroupPlace>({ search: '', from: 0 });
  const [lower, setLower] = useState<LowerView>('groups');
  const whole = wholeOf(result);
  const { untilSeconds } = whole;
  const shown = useMemo(
    () => (view === null ? { fromSeconds: 0, untilSeconds } : clampView(view, untilSeconds, minViewSeconds)),
    [view, untilSeconds],
  );
  const group = groupOf(outcome, chosenGroup, before);
  const groupKey = group?.key ?? null;
  if (groupKey !== null && groupKey !== before) setBefore(groupKey);
  const { at, setPinned, ...cursors } = useDecisionCursor(outcome, shown, groupKey);
  const { cursor, decisions } = cursors;
  const placeBeside = (by: 1 | -1) =>
    stepFrom(decisions, at < 0 ? besideCursor(decisions, cursor, by) : at, by, null);
  const change = (to: TimeView) => setView(clampView(to, whole.untilSeconds, minViewSeconds));
  return {
    ...cursors,
    view: shown,
    groupKey,
    group,
    groupSearch,
    lower,
    decision: decisions[at] ?? null,
    canStep: (by) => placeBeside(by) >= 0,
    step: (by) => {
      const ref = refOf(decisions, placeBeside(by));
      if (ref === null) return;
      setPinned(ref);
      const half = (shown.untilSeconds - shown.fromSeconds) / 2;
      if (ref.atSeconds < shown.fromSeconds || ref.atSeconds > shown.untilSeconds)
        change({ fromSeconds: ref.atSeconds - half, untilSeconds: ref.atSeconds + half });
    },
    choose: setPinned,
    setView: change,
    zoom: (factor) => {
      const middle = (shown.fromSeconds + shown.untilSeconds) / 2;
      const around = cursor === null ? middle : cursor.atSeconds;
      const isIn = around >= shown.fromSeconds && around <= shown.untilSeconds;
      change(zoomed(shown, isIn ? around : middle, factor));
    },
    showAll: () => setView(null),
    setGroup: (next) => setChosenGroup({ of: nameOf(outcome), group: next }),
    setGroupSearch,
    setLower,
  };
}
