import { Download } from 'lucide-react';
import { Menu } from '#renderer/ui/menu.tsx';
import { formatCount, formatPercent } from '#renderer/words/format.ts';
import { labResults } from '#shared/exports/index.ts';
import { idsOf } from '#shared/files/index.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import { waitText } from '../seconds.ts';
import { labMessages } from '../words.ts';
import type { Shown } from './chart-parts.ts';
import { exportResult } from './export-result.ts';
import type { Outcome } from './use-simulation.ts';

const messages = labMessages.throttle.results;

interface ReadoutProps {
  readonly name: string;
  readonly value: string;
  readonly more?: string;
  readonly isRefused?: boolean;
}

function Readout({ name, value, more, isRefused = false }: ReadoutProps) {
  return (
    <dl className="readout">
      <dt>{name}</dt>
      <dd className={isRefused ? 'c-danger' : undefined}>
        {value}
        {more === undefined ? null : <small> {more}</small>}
      </dd>
    </dl>
  );
}

function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole;
  return formatPercent(share, share > 0 && share < 0.01 ? 1 : 0);
}

/** Returns the readouts that are shown only if their count is not zero. */
function rareOf({ totals }: SimulationResult): readonly ReadoutProps[] {
  return [
    { name: messages.failedCount, value: totals.failed, isRefused: true },
    { name: messages.unthrottled, value: totals.unthrottled },
    { name: messages.shadowed, value: totals.shadowed },
    { name: messages.retries, value: totals.retries },
  ].flatMap(({ value, ...rest }) => (value === 0 ? [] : [{ ...rest, value: formatCount(value) }]));
}

/** The meaning of the chart colours. */
function Legend({ shown }: { readonly shown: Shown }) {
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
      <li>
        <i className="sw dash" />
        {messages.legend.limit}
      </li>
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
  const { totals, retryAfter } = outcome.result;
  const { offered, accepted, refused } = totals;
  return (
    <div className="lab-readouts">
      <Readout name={messages.offered} value={formatCount(offered)} />
      <Readout name={messages.allowed} value={formatCount(accepted)} />
      <Readout
        name={messages.refused}
        value={formatCount(refused)}
        more={percent(refused, offered)}
        isRefused={refused > 0}
      />
      {refused === 0 ? null : (
        <Readout
          name={messages.retryAfter}
          value={messages.pair(waitText(retryAfter.p50), waitText(retryAfter.p95))}
          more="s"
        />
      )}
      {rareOf(outcome.result).map((rare) => (
        <Readout key={rare.name} {...rare} />
      ))}
      <span className="push row">
        <Legend shown={shown} />
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
