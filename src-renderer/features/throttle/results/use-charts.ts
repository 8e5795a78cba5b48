import { useState } from 'react';
import { clampView, type TimeView, zoomed } from '#renderer/ui/chart/scales.ts';
import type { Decision, GroupResult, SimulationResult } from '#shared/throttle/simulation/types.ts';
import { type DecisionRef, decisionWindow, indexOf, refOf, stepFrom } from './decision-window.ts';
import { maxDecisions, type Outcome, useDecisions } from './use-simulation.ts';

export const lowerViews = ['groups', 'heat', 'retryAfter', 'waiting', 'strip', 'compare', 'live'] as const;
export type LowerView = (typeof lowerViews)[number];

const minViewSeconds = 0.1;

/** The state shared by all charts: the time range, the cursor, the group. */
export interface Charts {
  readonly view: TimeView;
  readonly cursor: DecisionRef | null;
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
  readonly pick: (atSeconds: number) => void;
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

/** The group that is shown: the chosen one, if this result has it, else that with the most refusals. */
function groupOf(outcome: Outcome | null, chosen: ChosenGroup | null): GroupResult | null {
  const groups = outcome?.result.groups ?? [];
  const own = groups.find(({ key }) => key === chosen?.group.key);
  if (own !== undefined) return own;
  // Found by a search: the result has only the first of very many.
  return chosen !== null && chosen.of === nameOf(outcome) ? chosen.group : (groups[0] ?? null);
}

/** The decision nearest to the cursor: of the group of the charts when an instant was picked in them. */
function decisionAt(
  decisions: readonly Decision[],
  cursor: DecisionRef | null,
  group: string | null,
): number {
  if (cursor === null) return -1;
  if (cursor.nth >= 0) return indexOf(decisions, cursor);
  const own = decisions.filter((decision) => decision.group === group);
  const nearest = own[indexOf(own, { ...cursor, nth: 0 })];
  return nearest === undefined ? indexOf(decisions, { ...cursor, nth: 0 }) : decisions.indexOf(nearest);
}

/** Returns the decision explained before any is chosen: the first refusal of the group, else its first request. */
function tellingDecision(decisions: readonly Decision[], group: string | null): number {
  const refused = decisions.findIndex((decision) => decision.group === group && decision.status !== 200);
  return refused >= 0 ? refused : decisions.findIndex((decision) => decision.group === group);
}

const noDecisions: readonly Decision[] = [];

/** The state that the charts share. */
export function useCharts(outcome: Outcome | null): Charts {
  const result = outcome?.result ?? null;
  const [view, setView] = useState<TimeView | null>(null);
  const [chosen, setCursor] = useState<DecisionRef | null>(null);
  const [chosenGroup, setChosenGroup] = useState<ChosenGroup | null>(null);
  const [groupSearch, setGroupSearch] = useState<GroupPlace>({ search: '', from: 0 });
  const [lower, setLower] = useState<LowerView>('groups');
  const whole = wholeOf(result);
  const shown = view === null ? whole : clampView(view, whole.untilSeconds, minViewSeconds);
  const window = rounded(
    result === null ? null : decisionWindow(result, shown, chosen?.atSeconds ?? null, maxDecisions),
  );
  const asked = useDecisions({ outcome, window });
  const decisions = asked.data ?? noDecisions;
  const group = groupOf(outcome, chosenGroup);
  const groupKey = group?.key ?? null;
  const cursor = chosen ?? refOf(decisions, tellingDecision(decisions, groupKey));
  const at = decisionAt(decisions, cursor, groupKey);
  const placeBeside = (by: 1 | -1) =>
    stepFrom(decisions, at < 0 && by === -1 ? decisions.length : at, by, null);
  const change = (to: TimeView) => setView(clampView(to, whole.untilSeconds, minViewSeconds));
  return {
    view: shown,
    cursor,
    groupKey,
    group,
    groupSearch,
    lower,
    decisions,
    window,
    isLoading: asked.isFetching,
    decision: decisions[at] ?? null,
    canStep: (by) => placeBeside(by) >= 0,
    step: (by) => {
      const ref = refOf(decisions, placeBeside(by));
      if (ref === null) return;
      setCursor(ref);
      const { fromSeconds, untilSeconds } = shown;
      const half = (untilSeconds - fromSeconds) / 2;
      if (ref.atSeconds < fromSeconds || ref.atSeconds > untilSeconds)
        change({ fromSeconds: ref.atSeconds - half, untilSeconds: ref.atSeconds + half });
    },
    // Which request of its instant is meant is known once they are there.
    pick: (atSeconds) => setCursor({ atSeconds, nth: -1 }),
    choose: setCursor,
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
