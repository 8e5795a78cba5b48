import { useMemo } from 'react';
import { Chart, isInView, placeOf } from '#renderer/ui/chart/chart.tsx';
import { instantText } from '#renderer/ui/chart/chart-options.ts';
import type { TimeView } from '#renderer/ui/chart/scales.ts';
import { figuresOf } from '#shared/throttle/simulation/figures.ts';
import type { CountWindow, GroupResult, SimulationResult } from '#shared/throttle/simulation/types.ts';
import { binText } from '../seconds.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { ChangeMarkers } from './change-markers.tsx';
import { type LiveBins, levelParts, requestsParts } from './chart-parts.ts';
import { PlotFrame } from './plot-frame.tsx';
import { groupBins, type RequestBins } from './request-bins.ts';
import { levelTable, requestsTable } from './tables.ts';
import { useGroupsWithin } from './use-simulation.ts';

const messages = labMessages.throttle.results;

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

export interface RequestsChartProps {
  readonly lab: Lab;
  readonly result: SimulationResult;
  /** The requests in the pieces of time that suit the view. */
  readonly bins: RequestBins;
  readonly live: LiveBins | null;
}

/** Requests over time: allowed, refused, and the limit. */
export function RequestsChart({ lab, result, bins, live }: RequestsChartProps) {
  const { charts, shown } = lab;
  const parts = useMemo(() => requestsParts(bins, live, shown), [bins, live, shown]);
  const table = useMemo(() => requestsTable(result, bins, live, shown), [result, bins, live, shown]);
  const { binSeconds, fromSeconds } = bins;
  const { offered, allowed, refused, failed, notTaken } = figuresOf(result);
  const at = charts.cursor?.atSeconds ?? null;
  return (
    <PlotFrame
      title={messages.requestsPer(binSeconds === 1 ? '' : binText(binSeconds))}
      className="tall"
      aside={<Remarks result={result} />}
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
        cursorSeconds={at}
        onPick={charts.pick}
        onRange={charts.setView}
      >
        {at === null || !isInView(at, charts.view) ? null : (
          <span className="chart-tag mono at-cursor" style={placeOf(at, charts.view)}>
            {instantText(at, charts.view)}
          </span>
        )}
        <ChangeMarkers lab={lab} />
      </Chart>
    </PlotFrame>
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
  const parts = useMemo(() => {
    const own = decisions.filter((decision) => decision.group === group.key && decision.bucket !== 'none');
    const exact = isExact && own.length > 0 && window !== null ? { decisions: own, view: window } : null;
    return levelParts(finer, bins, exact);
  }, [decisions, group.key, finer, bins, isExact, window]);
  const table = useMemo(() => levelTable(result, finer, bins), [result, finer, bins]);
  const name = group.label === '' ? messages.blankKey : group.label;
  return (
    <PlotFrame title={messages.level} subject={name} table={table}>
      <Chart
        label={messages.levelLabel(name, group.capacity, group.refused)}
        parts={parts}
        view={view}
        cursorSeconds={charts.cursor?.atSeconds ?? null}
        onPick={charts.pick}
        onRange={charts.setView}
      >
        <SwitchMarks result={result} group={group} view={view} />
        <span className="chart-tag at-end">
          {group.rate === '' ? messages.noRate : messages.capacity(capacitiesOf(group))}
        </span>
      </Chart>
    </PlotFrame>
  );
}
