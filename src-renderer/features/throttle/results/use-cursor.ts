import { useStore } from '#renderer/api/store.ts';
import type { Decision } from '#shared/throttle/simulation/types.ts';
import { type DecisionRef, decisionIn, type PlaceAmong, placeAmong } from './decision-window.ts';
import type { Charts } from './use-charts.ts';

/** The instant that all charts and Why show: that under the pointer, unless another one is pinned. */
export interface ShownCursor {
  readonly cursor: DecisionRef | null;
  readonly decision: Decision | null;
  /** Which one it is among the requests that are counted with it. */
  readonly here: PlaceAmong | null;
}

/** Follows the pointer; only what calls it is drawn anew when the pointer moves. */
export function useCursor(charts: Charts): ShownCursor {
  const hovered = useStore(charts.hovered);
  const { decisions, groupKey, pieces } = charts;
  const isHovered = hovered !== null && !charts.isPinned;
  const cursor = isHovered ? hovered : charts.cursor;
  const at = cursor === null ? -1 : decisionIn(decisions, cursor, pieces, groupKey);
  return { cursor, decision: decisions[at] ?? null, here: placeAmong(decisions, at, pieces) };
}
