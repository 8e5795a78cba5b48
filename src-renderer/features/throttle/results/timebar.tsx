import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { instantText } from '#renderer/ui/chart/chart-options.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import { labMessages } from '../words.ts';
import type { RequestBins } from './request-bins.ts';
import type { Charts } from './use-charts.ts';

const messages = labMessages.throttle.results;
const zoomFactor = 0.5;

/** Returns the new position of the chart cursor after a key, in seconds; null: the key does not move it. */
export function movedCursor(
  key: { readonly key: string; readonly shiftKey: boolean },
  at: number,
  view: Charts['view'],
  binSeconds: number,
): number | null {
  const by = binSeconds * (key.shiftKey ? 10 : 1);
  const length = view.untilSeconds - view.fromSeconds;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - by,
    ArrowRight: at + by,
    ArrowDown: at - by,
    ArrowUp: at + by,
    PageDown: at - length / 4,
    PageUp: at + length / 4,
    Home: view.fromSeconds,
    End: view.untilSeconds,
  };
  return steps[key.key] ?? null;
}

/** Requests of the bin in which an instant lies. */
function countsAt(bins: RequestBins, atSeconds: number) {
  const place = Math.floor((atSeconds - bins.fromSeconds) / bins.binSeconds);
  const bin = Math.min(bins.offered.length - 1, Math.max(0, place));
  const notTaken = bins.notTaken[bin] ?? 0;
  return { accepted: bins.accepted[bin] ?? 0, refused: bins.refused[bin] ?? 0, notTaken };
}

export interface TimebarProps {
  readonly charts: Charts;
  readonly result: SimulationResult;
  /** The requests as the chart shows them. */
  readonly bins: RequestBins;
}

/** The time axis by keys: one instant and one part of time, shared by every chart. */
export function Timebar({ charts, result, bins }: TimebarProps) {
  const { view, cursor } = charts;
  const { durationSeconds } = result;
  const { binSeconds } = bins;
  const at = cursor?.atSeconds ?? view.fromSeconds;
  const { accepted, refused, notTaken } = countsAt(bins, at);
  const text = messages.cursorAt(instantText(at, view), accepted, refused, notTaken);
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
    <div className="timebar">
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
      <span className="mono timebar-text">{cursor === null ? '' : text}</span>
      <Button
        small
        kind="ghost"
        icon={ZoomIn}
        label={messages.zoomIn}
        onPress={() => charts.zoom(zoomFactor)}
      />
      <Button
        small
        kind="ghost"
        icon={ZoomOut}
        label={messages.zoomOut}
        disabled={isWhole}
        onPress={() => charts.zoom(1 / zoomFactor)}
      />
      <Button
        small
        kind="ghost"
        icon={Maximize2}
        label={messages.whole}
        disabled={isWhole}
        onPress={charts.showAll}
      />
    </div>
  );
}
