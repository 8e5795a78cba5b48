import { Table2 } from 'lucide-react';
import { useState } from 'react';
import type { ActivityRow, Timeline } from '#shared/api/index.ts';
import { arrivedAtMillis } from '#shared/exchange/arrival.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { ChartTable } from '../../ui/chart/chart-table.tsx';
import { MiniBars } from '../../ui/chart/mini-bars.tsx';
import { useRangeDrag } from '../../ui/chart/range-drag.ts';
import { axisText, valueScale } from '../../ui/chart/scales.ts';
import { formatCount, formatDateTime, formatOffset, formatTime, formatWireTime } from '../../words/format.ts';
import { hasTime, withTime } from './chips.ts';
import { activityMessages } from './words.ts';
import '../../ui/chart/chart.css';

const messages = activityMessages.activity.histogram;
const dayMillis = 86_400_000;
/** As many times as have room below the bars of a narrow pane. */
const maxTimes = 5;

function lengthOf({ answered, barMillis }: Timeline): number {
  return answered.length * barMillis;
}

/** A time as exact as the bars are. */
function timeText(millis: number, timeline: Timeline): string {
  if (lengthOf(timeline) > dayMillis) return formatDateTime(millis);
  return timeline.barMillis < 60_000 ? formatWireTime(millis).slice(0, 8) : formatTime(millis);
}

/** The width of a bar, as `20 s`. */
function widthText(millis: number): string {
  return formatOffset(millis).slice(1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sentence({ answered, redirected, refused, ...timeline }: Timeline): string {
  const whole = { answered, redirected, refused, ...timeline };
  const { fromMillis } = timeline;
  return messages.sentence(
    timeText(fromMillis, whole),
    timeText(fromMillis + lengthOf(whole), whole),
    formatCount(sum(answered)),
    formatCount(sum(redirected)),
    formatCount(sum(refused)),
  );
}

interface PlotProps {
  readonly timeline: Timeline;
  /** Of the chosen exchange, in epoch milliseconds; null: none is chosen. */
  readonly cursorMillis: number | null;
  readonly onRange: (fromMillis: number, untilMillis: number) => void;
}

/** The bars, with the cursor at the chosen row; a drag chooses a range of time. */
function Plot({ timeline, cursorMillis, onRange }: PlotProps) {
  const { fromMillis, barMillis, answered, redirected, refused } = timeline;
  const untilMillis = fromMillis + lengthOf(timeline);
  const { top } = valueScale(
    Math.max(...answered.map((count, bar) => count + (redirected[bar] ?? 0) + (refused[bar] ?? 0))),
  );
  const toBar = (millis: number, rounds: (value: number) => number) =>
    fromMillis + rounds((millis - fromMillis) / barMillis) * barMillis;
  const { drag, handlers } = useRangeDrag({
    view: { fromSeconds: fromMillis / 1_000, untilSeconds: untilMillis / 1_000 },
    onPick: (seconds) => {
      const from = toBar(Math.min(seconds * 1_000, untilMillis - 1), Math.floor);
      onRange(from, from + barMillis);
    },
    // Bars are counted in whole: a part of one would show other numbers than it has.
    onRange: (view) =>
      onRange(toBar(view.fromSeconds * 1_000, Math.floor), toBar(view.untilSeconds * 1_000, Math.ceil)),
    onPoint: () => undefined,
  });
  const percent = (millis: number) => `${((millis - fromMillis) / (untilMillis - fromMillis)) * 100}%`;
  const isInside = cursorMillis !== null && cursorMillis >= fromMillis && cursorMillis < untilMillis;
  // Between two edges of bars no clock shows another time.
  const timeCount = Math.min(maxTimes, answered.length + 1);
  const times = Array.from({ length: timeCount }, (_, at) =>
    timeText(fromMillis + ((untilMillis - fromMillis) * at) / (timeCount - 1), timeline),
  );
  return (
    <div className="histogram-plot ref mono">
      <span className="histogram-values" aria-hidden="true">
        <span>{axisText(top)}</span>
        <span>{axisText(top / 2)}</span>
        <span>0</span>
      </span>
      <div className="histogram-over" {...handlers}>
        <MiniBars
          label={sentence(timeline)}
          passed={answered}
          between={redirected}
          stopped={refused}
          top={top}
        />
        {isInside ? <i className="chart-cursor" style={{ left: percent(cursorMillis) }} /> : null}
        {drag === null ? null : (
          <i
            className="chart-range"
            style={{
              left: percent(Math.min(drag.start, drag.now) * 1_000),
              right: `calc(100% - ${percent(Math.max(drag.start, drag.now) * 1_000)})`,
            }}
          />
        )}
      </div>
      <span className="histogram-times" aria-hidden="true">
        {times.map((time, at) => (
          // Two of them are alike where the bars are shorter than what a clock shows.
          <span key={`${at} ${time}`}>{time}</span>
        ))}
      </span>
    </div>
  );
}

interface BarsTableProps {
  readonly timeline: Timeline;
  readonly bar: number;
  readonly onMove: (bar: number) => void;
}

function BarsTable({ timeline, bar, onMove }: BarsTableProps) {
  const { fromMillis, barMillis, answered, redirected, refused } = timeline;
  const count = (values: readonly number[]) => (row: number) => formatCount(values[row] ?? 0);
  return (
    <ChartTable
      label={messages.title(widthText(barMillis))}
      count={answered.length}
      cursor={bar}
      onMove={onMove}
      columns={[
        {
          id: 'time',
          title: messages.from,
          isText: true,
          text: (row) => timeText(fromMillis + row * barMillis, timeline),
        },
        { id: 'answered', title: messages.answered, text: count(answered) },
        { id: 'redirected', title: messages.redirected, text: count(redirected) },
        { id: 'refused', title: messages.refused, text: count(refused) },
      ]}
    />
  );
}

function Legend() {
  return (
    <ul className="legend">
      <li>
        <i className="sw" />
        {messages.answered}
      </li>
      <li>
        <i className="sw between" />
        {messages.redirected}
      </li>
      <li>
        <i className="sw hatch" />
        {messages.refused}
      </li>
    </ul>
  );
}

export interface HistogramProps {
  /** Null: nothing matches the filter. */
  readonly timeline: Timeline | null;
  readonly filter: string;
  /** The exchange that is looked at. */
  readonly row: ActivityRow | undefined;
  readonly onFilter: (filter: string) => void;
}

/** The exchanges of the list over time: when they arrived, and what became of them. */
export function Histogram({ timeline, filter, row, onFilter }: HistogramProps) {
  const [isTable, setIsTable] = useState(false);
  const [bar, setBar] = useState(0);
  if (timeline === null) return <div />;
  const { fromMillis, barMillis } = timeline;
  const show = (from: number, until: number) =>
    onFilter(withTime(filter, { fromMillis: from, untilMillis: until }));
  const isPart = hasTime(filter);
  return (
    <section className="histogram" aria-label={messages.region}>
      <div className="row tight">
        <h2 className="label">{messages.title(widthText(barMillis))}</h2>
        <Legend />
        <span className="push" />
        {isPart ? (
          <SmallGhostButton onPress={() => onFilter(withTime(filter, null))}>{messages.all}</SmallGhostButton>
        ) : (
          <span className="muted clip histogram-hint">{messages.hint}</span>
        )}
        {isTable ? (
          <SmallGhostButton
            onPress={() => show(fromMillis + bar * barMillis, fromMillis + (bar + 1) * barMillis)}
          >
            {messages.showBar}
          </SmallGhostButton>
        ) : null}
        <SmallGhostButton icon={Table2} isPressed={isTable} onPress={() => setIsTable(!isTable)}>
          {messages.table}
        </SmallGhostButton>
      </div>
      {isTable ? (
        <BarsTable timeline={timeline} bar={bar} onMove={setBar} />
      ) : (
        <Plot
          timeline={timeline}
          cursorMillis={row === undefined ? null : arrivedAtMillis(row)}
          onRange={show}
        />
      )}
    </section>
  );
}
