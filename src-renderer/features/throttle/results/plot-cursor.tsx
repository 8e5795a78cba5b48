import { Chart, type ChartProps, isInView, placeOf } from '#renderer/ui/chart/chart.tsx';
import { instantText } from '#renderer/ui/chart/chart-options.ts';
import type { TimeView } from '#renderer/ui/chart/scales.ts';
import { labMessages } from '../words.ts';
import type { RequestBins } from './request-bins.ts';
import type { Charts } from './use-charts.ts';
import { useCursor } from './use-cursor.ts';

const messages = labMessages.throttle.results;

/** Room at the left of all plots below each other, in rem: names of groups stand in it, so that their times begin at one edge. */
export const plotLeftRem = 5.5;

/** Characters of a name that have room there. */
export const rowNameLength = 12;

/** From this part of the axis on, words stand at the left of the cursor. */
const turnShare = 0.5;

/** Requests of the piece in which an instant lies. */
export function countsText(bins: RequestBins, atSeconds: number, view: TimeView): string {
  const place = Math.floor((atSeconds - bins.fromSeconds) / bins.binSeconds + 1e-9);
  const bin = Math.min(bins.offered.length - 1, Math.max(0, place));
  const of = (values: readonly number[]) => values[bin] ?? 0;
  const at = instantText(atSeconds, view);
  return messages.cursorAt(at, of(bins.accepted), of(bins.refused), of(bins.notTaken));
}

export interface PlotCursorProps {
  readonly charts: Charts;
  /** The requests that are counted beside the cursor; left out: it is a line without words. */
  readonly bins?: RequestBins;
}

/** The cursor over a plot: the same instant in all of them. */
export function PlotCursor({ charts, bins }: PlotCursorProps) {
  const { cursor } = useCursor(charts);
  const { view } = charts;
  if (cursor === null || !isInView(cursor.atSeconds, view)) return null;
  const { atSeconds } = cursor;
  const share = (atSeconds - view.fromSeconds) / (view.untilSeconds - view.fromSeconds);
  const place = placeOf(atSeconds, view);
  return (
    <>
      <i className={charts.isPinned ? 'chart-cursor pinned' : 'chart-cursor'} style={place} />
      {bins === undefined ? null : (
        <span
          className={share > turnShare ? 'chart-tag mono at-cursor turned' : 'chart-tag mono at-cursor'}
          style={place}
        >
          {countsText(bins, atSeconds, view)}
        </span>
      )}
    </>
  );
}

/** Names of rows in the room at the left of a plot. */
export function RowNames({ names }: { readonly names: readonly { key: string; text: string }[] }) {
  return (
    <ol className="row-names" aria-hidden="true">
      {names.map(({ key, text }) => (
        <li key={key} className="mono clip" title={key}>
          {text}
        </li>
      ))}
    </ol>
  );
}

/** A plot over time, under the view and the cursor that all of them share. */
export function TimePlot({
  charts,
  ...plot
}: Omit<ChartProps, 'view' | 'children'> & { readonly charts: Charts }) {
  return (
    <Chart {...plot} view={charts.view} onPick={charts.pick} onPoint={charts.point} onRange={charts.setView}>
      <PlotCursor charts={charts} />
    </Chart>
  );
}
