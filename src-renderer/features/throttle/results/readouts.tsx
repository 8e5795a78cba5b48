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
  readonly isRefused?: boolean;
  /** It counts what the route does not take, and stands apart. */
  readonly isApart?: boolean;
  readonly title?: string;
}

function Readout({ name, value, more, title, isRefused = false, isApart = false }: ReadoutText) {
  return (
    <dl className={isApart ? 'readout apart' : 'readout'} title={title}>
      <dt>{name}</dt>
      <dd className={isRefused ? 'c-danger' : undefined}>
        {value}
        {more === undefined ? null : <small> {more}</small>}
      </dd>
    </dl>
  );
}

/** Returns the readouts that are shown only if their count is not zero. */
function rareOf({ failed, unthrottled, shadowed, retries }: Figures): readonly ReadoutText[] {
  return [
    { name: messages.failedCount, value: failed, isRefused: true },
    { name: messages.unthrottled, value: unthrottled },
    { name: messages.shadowed, value: shadowed },
    { name: messages.retries, value: retries },
  ].flatMap(({ value, ...rest }) => (value === 0 ? [] : [{ ...rest, value: formatCount(value) }]));
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

/** The numbers above the charts, in their order. */
export function readoutsOf(result: SimulationResult): readonly ReadoutText[] {
  const figures = figuresOf(result);
  const { offered, allowed, refused, refusedShare } = figures;
  const { p50, p95 } = result.retryAfter;
  return [
    { name: messages.offered, value: formatCount(offered) },
    { name: messages.allowed, value: formatCount(allowed) },
    {
      name: messages.refused,
      value: formatCount(refused),
      more: formatShare(refusedShare),
      isRefused: refused > 0,
    },
    ...(refused === 0
      ? []
      : [{ name: messages.retryAfter, value: messages.pair(waitText(p50), waitText(p95)), more: 's' }]),
    ...rareOf(figures),
    ...notTakenOf(figures, result),
  ];
}

interface LegendProps {
  readonly shown: Shown;
  readonly hasFailed: boolean;
  readonly hasNotTaken: boolean;
}

/** The meaning of the chart colours. */
function Legend({ shown, hasFailed, hasNotTaken }: LegendProps) {
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
  readonly routeId: string;
  readonly shown: Shown;
}

/** The numbers of a simulation. */
export function Readouts({ outcome, routeId, shown }: ReadoutsProps) {
  const { result } = outcome;
  return (
    <div className="lab-readouts">
      {readoutsOf(result).map((readout) => (
        <Readout key={readout.name} {...readout} />
      ))}
      <span className="push row">
        <Legend shown={shown} hasFailed={result.totals.failed > 0} hasNotTaken={result.totals.notTaken > 0} />
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
