import type { ChartColumn } from '#renderer/ui/chart/chart-table.tsx';
import { timeText } from '#renderer/ui/chart/scales.ts';
import { formatCount, formatDecimal, formatShare } from '#renderer/words/format.ts';
import type {
  Decision,
  GroupResult,
  PercentileSeries,
  RateSwitch,
  SimulationResult,
} from '#shared/throttle/simulation/types.ts';
import { lengthText, waitText } from '../seconds.ts';
import { labMessages } from '../words.ts';
import { differenceOf, type LiveBins, type Shown } from './chart-parts.ts';
import { shareIn } from './heat-parts.ts';
import type { PlotTable } from './plot-frame.tsx';
import { failedIn, type GroupBins, type RequestBins } from './request-bins.ts';
import { tellingNames } from './telling-names.ts';

const messages = labMessages.throttle.results;
const { columns } = messages;

function timeColumn({ durationSeconds, binSeconds }: SimulationResult, fromSeconds = 0): ChartColumn {
  return {
    id: 'time',
    title: columns.time,
    text: (row) => timeText(fromSeconds + row * binSeconds, durationSeconds, binSeconds),
  };
}

function countColumn(id: string, title: string, values: readonly (number | null)[]): ChartColumn {
  return {
    id,
    title,
    text: (row) => {
      const value = values[row] ?? null;
      return value === null ? '' : Number.isInteger(value) ? formatCount(value) : waitText(value);
    },
  };
}

/** The table behind the requests: one line for each bin. */
export function requestsTable(
  result: SimulationResult,
  bins: RequestBins,
  live: LiveBins | null,
  shown: Shown,
): PlotTable {
  const { binSeconds, fromSeconds } = bins;
  const limit = bins.limitPerSecond.map((perSecond) => Number((perSecond * binSeconds).toFixed(3)));
  const simulated = [
    countColumn('offered', columns.offered, bins.offered),
    countColumn('allowed', columns.allowed, bins.accepted),
    countColumn('refused', columns.refused, bins.refused),
    ...(result.totals.failed === 0 ? [] : [countColumn('failed', columns.failed, failedIn(bins))]),
    countColumn('limit', columns.limit, limit),
    ...(result.totals.notTaken === 0 ? [] : [countColumn('not-taken', columns.notTaken, bins.notTaken)]),
  ];
  const real =
    live === null
      ? []
      : [
          countColumn('live-allowed', columns.liveAllowed, live.accepted),
          countColumn('live-refused', columns.liveRefused, live.refused),
          countColumn('live-failed', columns.liveFailed, live.failed),
          ...(live.notTaken.some((count) => count > 0)
            ? [countColumn('live-not-taken', columns.liveNotTaken, live.notTaken)]
            : []),
        ];
  return {
    count: bins.offered.length,
    columns: [
      timeColumn({ ...result, binSeconds }, fromSeconds),
      ...(shown === 'live' ? [] : simulated),
      ...(shown === 'simulated' ? [] : real),
    ],
  };
}

/** The table behind a bucket's level. */
export function levelTable(
  result: SimulationResult,
  group: GroupResult,
  { fromSeconds, binSeconds }: Pick<GroupBins, 'fromSeconds' | 'binSeconds'>,
): PlotTable {
  return {
    count: group.level.mean.length,
    columns: [
      timeColumn({ ...result, binSeconds }, fromSeconds),
      countColumn('mean', columns.mean, group.level.mean),
      countColumn('least', columns.least, group.level.min),
      countColumn('capacity', columns.capacity, group.capacityPerBin),
      countColumn('refused', columns.refused, group.bins.refused),
    ],
  };
}

/** A share as text: `45%`. */
export function shareText(share: number): string {
  return share < 0 ? '' : formatShare(share, 0);
}

/** The table of groups: also the one behind their small charts. */
export function groupsTable(groups: readonly GroupResult[], switches: readonly RateSwitch[]): PlotTable {
  const of = (row: number) => groups[row];
  const rateOf = (row: number) => {
    const own = switches.filter(({ group }) => group === of(row)?.key);
    const rates = [own[0]?.from ?? of(row)?.rate ?? '', ...own.map(({ to }) => to)];
    return rates.length > 3 ? messages.rateChanges(rates.length - 1) : messages.rateOrder(rates);
  };
  return {
    count: groups.length,
    columns: [
      { id: 'group', title: columns.group, isText: true, text: (row) => of(row)?.label ?? '' },
      { id: 'rate', title: columns.rate, text: rateOf },
      countColumn(
        'allowed',
        columns.allowed,
        groups.map(({ accepted }) => accepted),
      ),
      countColumn(
        'refused',
        columns.refused,
        groups.map(({ refused }) => refused),
      ),
      { id: 'share', title: columns.share, text: (row) => shareText(of(row)?.share ?? -1) },
      {
        id: 'first',
        title: columns.first,
        text: (row) => {
          const first = of(row)?.timeToFirstRefusalSeconds ?? null;
          return first === null ? '' : lengthText(Number(first.toFixed(3)));
        },
      },
    ],
  };
}

/** The table behind the heat map: a line for each bin, a column for each group that is drawn. */
export function heatTable(
  result: SimulationResult,
  { groups, fromSeconds, binSeconds }: GroupBins,
): PlotTable {
  return {
    count: groups[0]?.bins.accepted.length ?? 0,
    columns: [
      timeColumn({ ...result, binSeconds }, fromSeconds),
      ...groups.map((group, at) => ({
        id: `group ${at}`,
        title: group.key === '' ? messages.blankKey : group.key,
        text: (row: number) => shareText(shareIn(group, row)),
      })),
    ],
  };
}

/** The table behind percentiles over time. */
export function percentileTable(
  result: SimulationResult,
  { p50, p95 }: PercentileSeries,
  { fromSeconds, binSeconds }: Pick<RequestBins, 'fromSeconds' | 'binSeconds'>,
): PlotTable {
  return {
    count: p50.length,
    columns: [
      timeColumn({ ...result, binSeconds }, fromSeconds),
      countColumn('p50', columns.p50, p50),
      countColumn('p95', columns.p95, p95),
    ],
  };
}

/** The table behind the comparison of two policies. */
export function differenceTable(first: SimulationResult, second: SimulationResult): PlotTable {
  return {
    count: first.bins.accepted.length,
    columns: [
      timeColumn(first),
      countColumn('first', columns.firstPolicy, first.bins.accepted),
      countColumn('second', columns.second, second.bins.accepted),
      countColumn('difference', columns.difference, differenceOf(first, second)),
    ],
  };
}

function answerText(decision: Decision | undefined): string {
  if (decision === undefined) return '';
  return decision.isTaken ? String(decision.status) : messages.notTaken;
}

/** A group under two policies. */
export interface GroupPair {
  readonly first: GroupResult;
  /** Null: the second policy puts no request into such a group. */
  readonly second: GroupResult | null;
}

/** Puts the groups of two policies beside each other, by their keys. */
export function pairsOf(
  groups: readonly GroupResult[],
  compared: readonly GroupResult[],
): readonly GroupPair[] {
  const byKey = new Map(compared.map((group) => [group.key, group]));
  return groups.map((first) => ({ first, second: byKey.get(first.key) ?? null }));
}

/** The loss of a group with the second policy: requests that the first one allows and the second does not. */
export function lossOf({ first, second }: GroupPair): number {
  return first.accepted - (second?.accepted ?? 0);
}

/** A loss with its sign, as a person reads it: `−3`, `+5`, `0`. */
export function changeText(loss: number): string {
  if (loss === 0) return formatCount(0);
  return `${loss > 0 ? '−' : '+'}${formatCount(Math.abs(loss))}`;
}

/** The table of groups under two policies. */
export function pairsTable(pairs: readonly GroupPair[]): PlotTable {
  const of = (row: number) => pairs[row];
  const names = tellingNames(pairs.map(({ first }) => first.key || messages.blankKey));
  const number = (value: number | undefined) => (value === undefined ? '' : formatCount(value));
  return {
    count: pairs.length,
    columns: [
      {
        id: 'group',
        title: columns.group,
        isText: true,
        text: (row) => names[row] ?? '',
      },
      { id: 'first', title: columns.allowedFirst, text: (row) => number(of(row)?.first.accepted) },
      { id: 'second', title: columns.allowedSecond, text: (row) => number(of(row)?.second?.accepted) },
      {
        id: 'difference',
        title: columns.difference,
        text: (row) => {
          const pair = of(row);
          return pair === undefined ? '' : changeText(lossOf(pair));
        },
      },
    ],
  };
}

/** The table of single requests. */
export function decisionsTable(decisions: readonly Decision[], durationSeconds: number): PlotTable {
  const of = (row: number) => decisions[row];
  return {
    count: decisions.length,
    columns: [
      {
        id: 'time',
        title: columns.time,
        text: (row) => timeText(of(row)?.atSeconds ?? 0, durationSeconds, 0.001),
      },
      { id: 'client', title: columns.client, isText: true, text: (row) => of(row)?.client ?? '' },
      { id: 'attempt', title: columns.attempt, text: (row) => String(of(row)?.attempt ?? '') },
      { id: 'tokens', title: columns.tokens, text: (row) => formatDecimal(of(row)?.levelBefore ?? 0, 2) },
      { id: 'answer', title: columns.answer, text: (row) => answerText(of(row)) },
      { id: 'retry', title: columns.retryAfter, text: (row) => String(of(row)?.retryAfterSeconds ?? '') },
    ],
  };
}
