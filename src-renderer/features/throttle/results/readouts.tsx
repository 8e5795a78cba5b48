import { Download } from 'lucide-react';
import { Menu } from '#renderer/ui/menu.tsx';
import { formatCount, formatShare } from '#renderer/words/format.ts';
import { labResults } from '#shared/exports/index.ts';
import { idsOf } from '#shared/files/index.ts';
import { type Figures, figuresOf, shareOf } from '#shared/throttle/simulation/figures.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import { waitText } from '../seconds.ts';
import { labMessages } from '../words.ts';
import type { Shown } from './chart-parts.ts';
import { exportResult } from './export-result.ts';
import type { Outcome } from './use-simulation.ts';

const messages = labMessages.throttle.results;

/** One number above the charts. */
export interface ReadoutText {
  readonly name: string;
  readonly value: string;
  readonly more?: string;
  /** How much more or less it is than before the last edit. */
  readonly change?: string;
  readonly isRefused?: boolean;
  /** It counts what the route does not take, and stands apart. */
  readonly isApart?: boolean;
  readonly title?: string;
}

function Readout({ name, value, more, change, title, isRefused = false, isApart = false }: ReadoutText) {
  return (
    <dl className={isApart ? 'readout apart' : 'readout'} title={title}>
      <dt>{name}</dt>
      <dd className={isRefused ? 'c-danger' : undefined}>
        {value}
        {more === undefined ? null : <small> {more}</small>}
      </dd>
      {change === undefined ? null : <dd className="readout-change">{change}</dd>}
    </dl>
  );
}

/** The difference to what was there before; nothing where there is none. */
function changeOf(value: number, before: number | undefined): Pick<ReadoutText, 'change'> {
  const by = value - (before ?? value);
  return by === 0 ? {} : { change: `${by > 0 ? '+' : '−'}${formatCount(Math.abs(by))}` };
}

const rare = [
  ['failed', messages.failedCount],
  ['unthrottled', messages.unthrottled],
  ['shadowed', messages.shadowed],
  ['retries', messages.retries],
] as const;

/** Returns the readouts that are shown only if their count is not zero, or was not before. */
function rareOf(figures: Figures, before: Figures | null): readonly ReadoutText[] {
  return rare.flatMap(([of, name]) => {
    const value = figures[of];
    if (value === 0 && (before?.[of] ?? 0) === 0) return [];
    const isRefused = of === 'failed' && value > 0;
    return [{ name, value: formatCount(value), isRefused, ...changeOf(value, before?.[of]) }];
  });
}

/** The requests that the route does not take, apart from the rest. */
function notTakenOf({ notTaken, all }: Figures, result: SimulationResult): readonly ReadoutText[] {
  if (notTaken === 0) return [];
  const named = result.notTaken.map(({ request, count }) => messages.notTakenOf(request, count));
  return [
    {
      name: messages.notTaken,
      value: formatCount(notTaken),
      more: messages.ofAll(formatShare(shareOf(notTaken, all)), all),
      title: named.join('\n'),
      isApart: true,
    },
  ];
}

/** The numbers above the charts, in their order, with what they have changed by. */
export function readoutsOf(
  result: SimulationResult,
  former: SimulationResult | null = null,
): readonly ReadoutText[] {
  const figures = figuresOf(result);
  const before = former === null ? null : figuresOf(former);
  const { offered, allowed, refused, refusedShare } = figures;
  const { p50, p95 } = result.retryAfter;
  return [
    { name: messages.offered, value: formatCount(offered), ...changeOf(offered, before?.offered) },
    { name: messages.allowed, value: formatCount(allowed), ...changeOf(allowed, before?.allowed) },
    {
      name: messages.refused,
      value: formatCount(refused),
      more: formatShare(refusedShare),
      isRefused: refused > 0,
      ...changeOf(refused, before?.refused),
    },
    ...(refused === 0
      ? []
      : [{ name: messages.retryAfter, value: messages.pair(waitText(p50), waitText(p95)), more: 's' }]),
    ...rareOf(figures, before),
    ...notTakenOf(figures, result),
  ];
}

interface LegendProps {
  readonly shown: Shown;
  readonly hasFailed: boolean;
  readonly hasNotTaken: boolean;
  readonly hasFormer: boolean;
}

/** The meaning of the chart colours. */
function Legend({ shown, hasFailed, hasNotTaken, hasFormer }: LegendProps) {
  return (
    <ul className="legend">
      <li>
        <i className="sw" />
        {messages.legend.allowed}
      </li>
      <li>
        <i className="sw hatch" />
        {messages.legend.refused}
      </li>
      {hasFailed ? (
        <li>
          <i className="sw failed" />
          {messages.legend.failed}
        </li>
      ) : null}
      <li>
        <i className="sw dash" />
        {messages.legend.limit}
      </li>
      {hasFormer ? (
        <li>
          <i className="sw line former" />
          {messages.legend.former}
        </li>
      ) : null}
      {hasNotTaken ? (
        <li>
          <i className="sw hollow" />
          {messages.legend.notTaken}
        </li>
      ) : null}
      {shown === 'both' ? (
        <>
          <li>
            <i className="sw line third" />
            {messages.legend.live}
          </li>
          <li>
            <i className="sw line second" />
            {messages.legend.liveRefused}
          </li>
        </>
      ) : null}
    </ul>
  );
}

const exportEntries = idsOf(labResults).map((id) => ({ id, label: messages.exportAs[id] }));

export interface ReadoutsProps {
  readonly outcome: Outcome;
  /** The outcome before the last edit. */
  readonly former: Outcome | null;
  readonly routeId: string;
  readonly shown: Shown;
}

/** The numbers of a simulation. */
export function Readouts({ outcome, former, routeId, shown }: ReadoutsProps) {
  const { result } = outcome;
  return (
    <div className="lab-readouts">
      {readoutsOf(result, former?.result ?? null).map((readout) => (
        <Readout key={readout.name} {...readout} />
      ))}
      <span className="push row">
        <Legend
          shown={shown}
          hasFailed={result.totals.failed > 0}
          hasNotTaken={result.totals.notTaken > 0}
          hasFormer={former !== null && shown !== 'live'}
        />
        <Menu
          label={messages.export}
          icon={Download}
          entries={exportEntries}
          onAction={(format) => exportResult(outcome, routeId, format)}
        />
      </span>
    </div>
  );
}
