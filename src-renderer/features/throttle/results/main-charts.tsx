import { useMemo } from 'react';
import { Chart, isInView, placeOf } from '#renderer/ui/chart/chart.tsx';
import type { TimeView, ValueScale } from '#renderer/ui/chart/scales.ts';
import { figuresOf } from '#shared/throttle/simulation/figures.ts';
import type { CountWindow, GroupResult, SimulationResult } from '#shared/throttle/simulation/types.ts';
import { binText } from '../seconds.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { ChangeMarkers } from './change-markers.tsx';
import { type LiveBins, levelParts, requestsParts } from './chart-parts.ts';
import { type FormerLevel, ghostOf } from './ghost.ts';
import { PlotCursor, plotLeftRem } from './plot-cursor.tsx';
import { PlotFrame } from './plot-frame.tsx';
import { groupBins, type RequestBins } from './request-bins.ts';
import { SimulatedBadge } from './simulated-badge.tsx';
import { levelTable, requestsTable } from './tables.ts';
import { type Outcome, useGroupsWithin } from './use-simulation.ts';

const messages = labMessages.throttle.results;

/** Part of the height that words above a line take. */
const roomAbove = 0.15;

/** Events besides the requests: rate changes and evicted buckets. */
function Remarks({ result }: { readonly result: SimulationResult }) {
  const { switchCount, switches, evictions } = result;
  const [first] = switches;
  const texts = [
    ...(switchCount === 0 ? [] : [messages.switches(switchCount)]),
    ...(first === undefined ? [] : [messages.switchOf(first.group, first.from, first.to)]),
    ...(evictions === 0 ? [] : [messages.evictions(evictions)]),
  ];
  return <span className="ref clip lg">{texts.join(' · ')}</span>;
}

/** The figures of the requests that were really sent. */
function sumsOf({ offered, accepted, refused, notTaken }: RequestBins) {
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const [all, allowed, stopped] = [sum(offered), sum(accepted), sum(refused)];
  return {
    offered: all,
    allowed,
    refused: stopped,
    failed: all - allowed - stopped,
    notTaken: sum(notTaken),
  };
}

export interface RequestsChartProps {
  readonly lab: Lab;
  readonly result: SimulationResult;
  /** The requests in the pieces of time that suit the view. */
  readonly bins: RequestBins;
  /** Those that are counted at the cursor: the simulated, or those that were really sent. */
  readonly counted: RequestBins;
  readonly live: LiveBins | null;
  /** The requests before the last edit; null: there is nothing before it. */
  readonly former: RequestBins | null;
}

/** Requests over time: allowed, refused, and the limit. */
export function RequestsChart({ lab, result, bins, counted, live, former }: RequestsChartProps) {
  const { charts, shown } = lab;
  const parts = useMemo(
    () => requestsParts(bins, live, shown, ghostOf(bins, former)),
    [bins, live, shown, former],
  );
  const table = useMemo(() => requestsTable(result, bins, live, shown), [result, bins, live, shown]);
  const { binSeconds, fromSeconds } = bins;
  const { offered, allowed, refused, failed, notTaken } =
    shown === 'live' ? sumsOf(counted) : figuresOf(result);
  const at = charts.cursor?.atSeconds ?? null;
  return (
    <PlotFrame
      title={messages.requestsPer(binSeconds === 1 ? '' : binText(binSeconds))}
      className="tall"
      aside={shown === 'live' ? null : <Remarks result={result} />}
      table={{
        ...table,
        ...(at === null ? {} : { cursor: Math.floor((at - fromSeconds) / binSeconds) }),
        onMove: (row) => charts.pick(fromSeconds + (row + 0.5) * binSeconds),
      }}
    >
      <Chart
        label={messages.requestsLabel(offered, allowed, refused, failed, notTaken)}
        parts={parts}
        view={charts.view}
        leftRem={plotLeftRem}
        onPick={charts.pick}
        onPoint={charts.point}
        onRange={charts.setView}
      >
        <LimitTag
          text={messages.legend.limit}
          value={(bins.limitPerSecond.at(-1) ?? 0) * binSeconds}
          scale={parts.scale}
        />
        <PlotCursor charts={charts} bins={counted} />
        <ChangeMarkers lab={lab} />
      </Chart>
    </PlotFrame>
  );
}

interface LimitTagProps {
  readonly text: string;
  readonly value: number;
  readonly scale: ValueScale;
}

/** Labels the line of a limit: above the line, or below it if there is no room above. */
function LimitTag({ text, value, scale }: LimitTagProps) {
  const { top, bottom = 0 } = scale;
  const share = (top - value) / (top - bottom);
  if (value <= 0 || share < 0) return null;
  return (
    <span
      className={share < roomAbove ? 'chart-tag at-limit below' : 'chart-tag at-limit'}
      style={{ insetBlockStart: `${share * 100}%` }}
    >
      {text}
    </span>
  );
}

/** The capacities that a group had, one after the other. */
function capacitiesOf({ capacityPerBin }: GroupResult): readonly string[] {
  return capacityPerBin
    .filter((capacity, bin) => capacity > 0 && capacity !== capacityPerBin[bin - 1])
    .slice(0, 4)
    .map(String);
}

/** Marks that are drawn at most: more would only cover the level. */
const maxMarks = 20;
const maxTags = 4;

interface SwitchMarksProps {
  readonly result: SimulationResult;
  readonly group: GroupResult;
  readonly view: TimeView;
}

/** Where another rate began for the group, with a full bucket. */
function SwitchMarks({ result, group, view }: SwitchMarksProps) {
  const own = result.switches.filter((each) => each.group === group.key && isInView(each.atSeconds, view));
  return own.slice(0, maxMarks).map(({ atSeconds, from, to }, at) => (
    <i key={`${at} ${atSeconds}`} className="switch-mark" style={placeOf(atSeconds, view)}>
      {own.length > maxTags ? null : <span className="chart-tag mono">{messages.switchTag(from, to)}</span>}
    </i>
  ));
}

function formerLevel(former: Outcome | null, { key }: GroupResult): FormerLevel | null {
  const group = former?.result.groups.find((each) => each.key === key);
  if (former === null || group === undefined) return null;
  return { level: group.level.mean, binSeconds: former.result.binSeconds };
}

export interface LevelChartProps {
  readonly lab: Lab;
  readonly result: SimulationResult;
  readonly group: GroupResult;
  /** The part of the time that has to be counted for the view; null: the pieces of the whole are fine enough. */
  readonly wanted: CountWindow | null;
}

/** Tokens in the bucket of the chosen group. */
export function LevelChart({ lab, result, group, wanted }: LevelChartProps) {
  const { charts } = lab;
  const { decisions, window, view } = charts;
  const isExact =
    window !== null &&
    window.fromSeconds <= view.fromSeconds + 0.002 &&
    window.untilSeconds >= view.untilSeconds - 0.002;
  const counted = useGroupsWithin(lab.simulation.outcome, [group.key], isExact ? null : wanted).data;
  const bins = useMemo(
    () => groupBins(result, [group], wanted, counted?.groups ?? null),
    [result, group, wanted, counted],
  );
  const [finer = group] = bins.groups;
  const former = useMemo(() => formerLevel(lab.former, group), [lab.former, group]);
  const parts = useMemo(() => {
    const own = decisions.filter((decision) => decision.group === group.key && decision.bucket !== 'none');
    const exact = isExact && own.length > 0 && window !== null ? { decisions: own, view: window } : null;
    return levelParts(finer, bins, exact, former);
  }, [decisions, group.key, finer, bins, isExact, window, former]);
  const table = useMemo(() => levelTable(result, finer, bins), [result, finer, bins]);
  const name = group.label === '' ? messages.blankKey : group.label;
  return (
    <PlotFrame title={messages.level} subject={name} table={table} aside={<SimulatedBadge lab={lab} />}>
      <Chart
        label={messages.levelLabel(name, group.capacity, group.refused)}
        parts={parts}
        view={view}
        leftRem={plotLeftRem}
        onPick={charts.pick}
        onPoint={charts.point}
        onRange={charts.setView}
      >
        <PlotCursor charts={charts} />
        <SwitchMarks result={result} group={group} view={view} />
        <LimitTag
          text={group.rate === '' ? messages.noRate : messages.capacity(capacitiesOf(group))}
          value={group.capacityPerBin.at(-1) ?? 0}
          scale={parts.scale}
        />
      </Chart>
    </PlotFrame>
  );
}
