import { Download, Flag, GitCompare, X } from 'lucide-react';
import { Badge } from '#renderer/ui/badge.tsx';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { labResults } from '#shared/exports/index.ts';
import { idsOf } from '#shared/files/index.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import type { Shown } from './chart-parts.ts';
import { exportResult } from './export-result.ts';
import { liveReadouts, type ReadoutText, readoutsOf } from './readout-texts.ts';
import type { Outcome } from './use-simulation.ts';

const messages = labMessages.throttle.results;

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

interface LegendProps {
  readonly shown: Shown;
  readonly hasFailed: boolean;
  readonly hasNotTaken: boolean;
  /** The words of the outline; null: there is none. */
  readonly former: string | null;
}

/** The meaning of the chart colours. */
function Legend({ shown, hasFailed, hasNotTaken, former }: LegendProps) {
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
      {former === null ? null : (
        <li>
          <i className="sw line former" />
          {former}
        </li>
      )}
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
  readonly lab: Lab;
  readonly outcome: Outcome;
}

/** Marks the simulation as the one that others are compared with, and names the marked one. */
function Mark({ lab, outcome }: ReadoutsProps) {
  const { mark } = lab;
  const isThis = mark?.outcome.runId === outcome.runId;
  return (
    <span className="row">
      {mark === null ? null : (
        <>
          <Badge>{isThis ? messages.markedThis : messages.marked(mark.name)}</Badge>
          <SmallGhostButton icon={X} label={messages.unmark} onPress={() => lab.setMarked(false)} />
        </>
      )}
      {isThis ? null : (
        <SmallGhostButton icon={Flag} label={messages.mark} keyHint="a" onPress={() => lab.setMarked(true)} />
      )}
      {mark === null || !lab.canCompareMarked ? null : (
        <SmallGhostButton
          icon={GitCompare}
          label={messages.compareMarked}
          keyHint="d"
          onPress={lab.compareMarked}
        />
      )}
    </span>
  );
}

/** The numbers of what was really sent. What was not simulated is neither marked nor exported as a simulation. */
function LiveReadouts({ lab }: { readonly lab: Lab }) {
  const { run } = lab.live;
  return (
    <div className="lab-readouts">
      {liveReadouts(run).map((readout) => (
        <Readout key={readout.name} {...readout} />
      ))}
      <span className="push row">
        <Legend
          shown="live"
          hasFailed={(run?.failed ?? 0) > 0}
          hasNotTaken={(run?.notTaken ?? 0) > 0}
          former={null}
        />
      </span>
    </div>
  );
}

/** The numbers of a simulation; of the live gateway alone those of the gateway. */
export function Readouts({ lab, outcome }: ReadoutsProps) {
  const { former, mark, shown } = lab;
  const { result } = outcome;
  if (shown === 'live') return <LiveReadouts lab={lab} />;
  const formerText = mark === null ? messages.legend.former : messages.legend.marked;
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
          former={former === null ? null : formerText}
        />
        <Mark lab={lab} outcome={outcome} />
        <Menu
          label={messages.export}
          icon={Download}
          entries={exportEntries}
          onAction={(format) => exportResult(outcome, lab.route.id, format)}
        />
      </span>
    </div>
  );
}
