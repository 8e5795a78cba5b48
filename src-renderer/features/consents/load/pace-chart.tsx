import { List } from 'lucide-react';
import { useMemo, useState } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Chart, placeOf } from '#renderer/ui/chart/chart.tsx';
import { type ChartColumn, ChartTable } from '#renderer/ui/chart/chart-table.tsx';
import type { TimeView } from '#renderer/ui/chart/scales.ts';
import { formatCount, formatTime, formatWireTime } from '#renderer/words/format.ts';
import type { ImportProgress } from '#shared/api/index.ts';
import { rateText } from '../duration.ts';
import { importMessages } from '../words.ts';
import { clockLines, type PaceSecond, paceParts, paceView, waitsOf } from './pace-parts.ts';

const messages = importMessages.importLoad.load;

/** Hours, minutes and seconds of an instant in epoch milliseconds. */
function secondText(millis: number): string {
  return formatWireTime(millis).replace(/[.,]\d+$/, '');
}

function tableColumns(seconds: readonly PaceSecond[]): readonly ChartColumn[] {
  const count = (id: 'accepted' | 'refused' | 'failed'): ChartColumn => ({
    id,
    title: messages.tableColumns[id],
    text: (row) => formatCount(seconds[row]?.[id] ?? 0),
  });
  const rest: readonly ChartColumn[] = [
    {
      id: 'limit',
      title: messages.tableColumns.limit,
      text: (row) => {
        const limit = seconds[row]?.limit ?? null;
        return limit === null ? '' : rateText(limit);
      },
    },
  ];
  const time: ChartColumn = {
    id: 'time',
    title: messages.tableColumns.time,
    isText: true,
    text: (row) => secondText(seconds[row]?.atMillis ?? 0),
  };
  return [time, count('accepted'), count('refused'), count('failed'), ...rest];
}

interface LegendProps {
  readonly hasRefusals: boolean;
  readonly hasLimit: boolean;
}

/** Names what is drawn, and nothing that is not. */
function Legend({ hasRefusals, hasLimit }: LegendProps) {
  return (
    <ul className="legend push">
      <li>
        <i className="sw line first" />
        {messages.legend.accepted}
      </li>
      {hasRefusals ? (
        <li>
          <i className="sw refused" />
          {messages.legend.refused}
        </li>
      ) : null}
      {hasLimit ? (
        <li>
          <i className="sw dash" />
          {messages.legend.limit}
        </li>
      ) : null}
    </ul>
  );
}

/** Pauses that are named at most: more words would only cover the plot. */
const maxTags = 4;
/** The part of the view that they are apart at least. */
const minGap = 0.16;

/** How long the platform asked to wait, beside the band. */
function Waits({ seconds, view }: { readonly seconds: readonly PaceSecond[]; readonly view: TimeView }) {
  const waits = waitsOf(seconds);
  const isCrowded = waits.some(
    ({ fromSeconds }, at) =>
      at > 0 &&
      fromSeconds - (waits[at - 1]?.fromSeconds ?? 0) < minGap * (view.untilSeconds - view.fromSeconds),
  );
  if (isCrowded || waits.length > maxTags) return null;
  return waits.map(({ fromSeconds, untilSeconds }) => (
    <span key={fromSeconds} className="chart-tag imp-wait" style={placeOf(untilSeconds, view)}>
      {messages.waited(rateText(untilSeconds - fromSeconds))}
    </span>
  ));
}

/** Below this the axis says seconds too. */
const shortSeconds = 300;

/** The time of day below the plot. */
function ClockAxis({ view, isOver }: { readonly view: TimeView; readonly isOver: boolean }) {
  const isShort = view.untilSeconds - view.fromSeconds < shortSeconds;
  return (
    <div className="imp-clock" aria-hidden="true">
      {clockLines(view).map((at) => (
        <span key={at} className="mono" style={placeOf(at, view)}>
          {isShort ? secondText(at * 1_000) : formatTime(at * 1_000)}
        </span>
      ))}
      <span className="end">{isOver ? messages.end : messages.now}</span>
    </div>
  );
}

export interface PaceChartProps {
  readonly progress: ImportProgress;
  /** Nothing is being sent: the axis ends with the load. */
  readonly isOver: boolean;
}

/** Rows accepted per second, 429, and the limit, over the last ten minutes. */
export function PaceChart({ progress, isOver }: PaceChartProps) {
  const { seconds, limitPerSecond } = progress;
  const [isTable, setIsTable] = useState(false);
  const parts = useMemo(() => paceParts(seconds), [seconds]);
  const view = paceView(seconds, isOver);
  const accepted = seconds.reduce((sum, second) => sum + second.accepted, 0);
  const refused = seconds.reduce((sum, second) => sum + second.refused, 0);
  const top = limitPerSecond === null ? null : 1 - limitPerSecond / parts.scale.top;
  return (
    <section className="imp-plot" aria-label={messages.chart}>
      <div className="imp-cap">
        <h2 className="label">{messages.chart}</h2>
        <Legend hasRefusals={refused > 0} hasLimit={seconds.some(({ limit }) => limit !== null)} />
        <SmallGhostButton icon={List} isPressed={isTable} onPress={() => setIsTable(!isTable)}>
          {messages.table}
        </SmallGhostButton>
      </div>
      {isTable ? (
        <ChartTable label={messages.chart} count={seconds.length} columns={tableColumns(seconds)} />
      ) : (
        <div className="imp-figure">
          <Chart
            label={messages.chartLabel(Math.max(1, Math.ceil(seconds.length / 60)), accepted, refused)}
            parts={parts}
            view={view}
          >
            <Waits seconds={seconds} view={view} />
            {top === null || top < 0 ? null : (
              <span className="chart-tag imp-limit" style={{ insetBlockStart: `calc(${top * 100}% - 18px)` }}>
                {messages.limitTag(rateText(limitPerSecond ?? 0))}
              </span>
            )}
          </Chart>
          <ClockAxis view={view} isOver={isOver} />
        </div>
      )}
    </section>
  );
}
