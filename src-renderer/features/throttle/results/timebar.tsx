import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import { labMessages } from '../words.ts';
import { movedCursor } from './moved-cursor.ts';
import { countsText, plotLeftRem } from './plot-cursor.tsx';
import type { RequestBins } from './request-bins.ts';
import type { Charts } from './use-charts.ts';
import { useCursor } from './use-cursor.ts';

const messages = labMessages.throttle.results;
const zoomFactor = 0.5;

export interface TimebarProps {
  readonly charts: Charts;
  readonly result: SimulationResult;
  /** The requests as the chart shows them. */
  readonly bins: RequestBins;
}

/** The time axis by keys: one instant and one part of time, shared by every chart. */
export function Timebar({ charts, result, bins }: TimebarProps) {
  const { view } = charts;
  const { cursor } = useCursor(charts);
  const { durationSeconds } = result;
  const { binSeconds } = bins;
  const at = cursor?.atSeconds ?? view.fromSeconds;
  const text = countsText(bins, at, view);
  const share = (seconds: number) => `${(seconds / durationSeconds) * 100}%`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Readonly<Record<string, () => void>> = {
      '+': () => charts.zoom(zoomFactor),
      '=': () => charts.zoom(zoomFactor),
      '-': () => charts.zoom(1 / zoomFactor),
      0: charts.showAll,
    };
    const moved = movedCursor(event, at, view, binSeconds);
    if (moved === null && acts[event.key] === undefined) return;
    event.preventDefault();
    acts[event.key]?.();
    if (moved === null) return;
    const inside = Math.min(durationSeconds, Math.max(0, moved));
    charts.pick(inside);
    const { fromSeconds, untilSeconds } = view;
    const by = inside < fromSeconds ? inside - fromSeconds : Math.max(0, inside - untilSeconds);
    if (by !== 0) charts.setView({ fromSeconds: fromSeconds + by, untilSeconds: untilSeconds + by });
  };
  const isWhole = view.untilSeconds - view.fromSeconds >= durationSeconds;
  // A slider whose track is the whole time; its value is announced as it moves.
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': messages.cursor,
    'aria-valuemin': 0,
    'aria-valuemax': durationSeconds,
    'aria-valuenow': at,
    'aria-valuetext': text,
    onKeyDown,
  } as const;
  return (
    <div className="timebar" style={{ paddingInlineStart: `${plotLeftRem}rem` }}>
      <div className={isWhole ? 'timebar-track' : 'timebar-track zoomed'} title={messages.keys} {...slider}>
        <i
          className="timebar-view"
          style={{
            insetInlineStart: share(view.fromSeconds),
            width: share(view.untilSeconds - view.fromSeconds),
          }}
        />
        {cursor === null ? null : <i className="timebar-at" style={{ insetInlineStart: share(at) }} />}
      </div>
      <SmallGhostButton icon={ZoomIn} label={messages.zoomIn} onPress={() => charts.zoom(zoomFactor)} />
      <SmallGhostButton
        icon={ZoomOut}
        label={messages.zoomOut}
        disabled={isWhole}
        onPress={() => charts.zoom(1 / zoomFactor)}
      />
      <SmallGhostButton icon={Maximize2} label={messages.whole} disabled={isWhole} onPress={charts.showAll} />
    </div>
  );
}
