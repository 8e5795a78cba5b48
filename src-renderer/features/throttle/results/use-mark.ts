import { useState } from 'react';
import { useStore } from '#renderer/api/store.ts';
import type { ThrottleRoute } from '#shared/api/index.ts';
import type { Comparison } from './comparison.ts';
import type { Outcome } from './kept-simulations.ts';
import { type MarkedSimulation, markedSimulation } from './marked.ts';
import type { Charts, LowerView } from './use-charts.ts';

/** The simulation of this workspace that is marked, whatever its route. */
export function useMark(workspaceId: string | null): MarkedSimulation | null {
  const marked = useStore(markedSimulation);
  return marked?.workspaceId === workspaceId ? marked : null;
}

/** The acts on the mark. */
export interface MarkActs {
  readonly setMarked: (isMarked: boolean) => void;
  /** Shows the simulation beside the marked one, or what was shown before. */
  readonly compareMarked: () => void;
  readonly canCompareMarked: boolean;
}

interface MarkOptions {
  readonly route: ThrottleRoute;
  readonly outcome: Outcome | null;
  readonly former: Outcome | null;
  readonly mark: MarkedSimulation | null;
  readonly workspaceId: string | null;
  readonly charts: Charts;
  readonly comparison: Comparison;
  readonly setComparison: (comparison: Comparison) => void;
}

/** Marks a simulation, and turns to the comparison with the marked one and back. */
export function useMarkActs(options: MarkOptions): MarkActs {
  const { route, outcome, former, mark, workspaceId, charts, comparison, setComparison } = options;
  const [before, setBefore] = useState<LowerView>('groups');
  const isShown = charts.lower === 'compare' && comparison?.kind === 'marked';
  return {
    setMarked: (isMarked) => {
      markedSimulation.set(isMarked && outcome !== null ? { outcome, workspaceId, name: route.name } : null);
      if (!isMarked && comparison?.kind === 'marked') setComparison(null);
    },
    canCompareMarked: isShown || (mark !== null && former !== null),
    compareMarked: () => {
      if (isShown) return charts.setLower(before);
      setBefore(charts.lower === 'compare' ? 'groups' : charts.lower);
      setComparison({ kind: 'marked' });
      charts.setLower('compare');
    },
  };
}
