import { type PointerEvent, useState } from 'react';
import type { TimeView } from './scales.ts';

/** Below this a press is a click, in CSS pixels. */
const clickPx = 4;

export interface RangeDragOptions {
  readonly view: TimeView;
  readonly onPick: (seconds: number) => void;
  readonly onRange: (view: TimeView) => void;
  /** The instant under the pointer; null: it left the plot. */
  readonly onPoint: (seconds: number | null) => void;
}

/** Pressing picks an instant, dragging a range; both have keys of their own beside the charts. */
export function useRangeDrag({ view, onPick, onRange, onPoint }: RangeDragOptions) {
  const [drag, setDrag] = useState<{ readonly start: number; readonly now: number } | null>(null);
  const { fromSeconds, untilSeconds } = view;
  const instantAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / Math.max(1, width)));
    return fromSeconds + share * (untilSeconds - fromSeconds);
  };
  const widthOf = (event: PointerEvent<HTMLElement>) => event.currentTarget.getBoundingClientRect().width;
  return {
    drag,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = instantAt(event);
        setDrag({ start: at, now: at });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag !== null) setDrag({ ...drag, now: instantAt(event) });
        else onPoint(instantAt(event));
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (drag === null) return;
        setDrag(null);
        const now = instantAt(event);
        const secondsPerPx = (untilSeconds - fromSeconds) / Math.max(1, widthOf(event));
        if (Math.abs(now - drag.start) < clickPx * secondsPerPx) onPick(now);
        else onRange({ fromSeconds: Math.min(drag.start, now), untilSeconds: Math.max(drag.start, now) });
      },
      onPointerLeave: () => onPoint(null),
      onPointerCancel: () => setDrag(null),
    },
  };
}
