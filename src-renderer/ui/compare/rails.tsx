import { useEffect, useRef } from 'react';
import type { DecisionTrace, RuleOutcome, TraceRule } from '#shared/exchange/trace.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { Drawn } from '../icon.tsx';
import { PaneHead } from '../pane-head.tsx';
import { Clause, Evidence, ruleShapes } from '../rail.tsx';
import { ScrollRegion } from '../scroll-region.tsx';
import type { RailRow } from './rail-rows.ts';
import { SideMark } from './side-mark.tsx';

const messages = sharedMessages.diff;
const sides = ['left', 'right'] as const;

function outcomeText(side: 'left' | 'right', outcome: RuleOutcome | undefined): string {
  const name = side === 'left' ? 'A' : 'B';
  return messages.outcomeOf(name, outcome === undefined ? messages.absent : messages.outcomes[outcome]);
}

function Mark({ rule, side }: { readonly rule: TraceRule | null; readonly side: 'left' | 'right' }) {
  const shape = rule === null ? null : ruleShapes[rule.outcome];
  return (
    <span className={`rail-side ${shape?.className ?? 'none'}`} title={outcomeText(side, rule?.outcome)}>
      {shape === null ? null : <Drawn name={shape.drawing} />}
      <span className="vh">{outcomeText(side, rule?.outcome)}</span>
    </span>
  );
}

interface RowProps {
  readonly row: RailRow;
  readonly isCurrent: boolean;
}

/** One rule with its outcome in both; the reason stands under it where the gate shut in one of them. */
function Row({ row: { left, right, differs }, isCurrent }: RowProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const rule = right ?? left;
  if (rule === null) return null;
  const shut = differs ? [left, right].find((one) => one?.outcome === 'failed') : null;
  const Words = differs ? 'b' : 'span';
  return (
    <li ref={item} className={shut == null ? '' : 'shut'} aria-current={isCurrent ? 'true' : undefined}>
      <Mark rule={left} side="left" />
      <Mark rule={right} side="right" />
      <Words lang="en">{rule.rule}</Words>
      <Clause text={rule.clause} />
      {shut == null ? null : <Evidence rule={shut} />}
    </li>
  );
}

export interface RailsProps {
  readonly rows: readonly RailRow[];
  readonly traces: readonly [left: DecisionTrace | null, right: DecisionTrace | null];
  readonly current: unknown;
  readonly scope: string | undefined;
}

/** Two decisions as two rails: the line of each breaks where its gate shut. */
export function Rails({ rows, traces, current, scope }: RailsProps) {
  const title = messages.parts.trace;
  const named = scope === undefined ? title : `${scope}: ${title}`;
  const first = rows.findIndex(({ differs }) => differs);
  return (
    <section aria-label={named} className="rails">
      <PaneHead title={sharedMessages.exchange.trace}>
        <span className="ref push">
          {first < 0 ? messages.count(0) : messages.firstDifference(first + 1)}
        </span>
      </PaneHead>
      <ScrollRegion label={`${named}: ${messages.rails}`}>
        {rows.length === 0 ? (
          <p className="remark">{sharedMessages.exchange.noTrace}</p>
        ) : (
          <>
            <div className="rail-heads" aria-hidden="true">
              {sides.map((side) => (
                <SideMark key={side} of={side} />
              ))}
            </div>
            <ol className="rail two">
              {rows.map((row) => (
                <Row key={row.id} row={row} isCurrent={row === current} />
              ))}
            </ol>
          </>
        )}
        <div className="effect">
          {sides.map((side, index) => {
            const effect = traces[index]?.effect;
            return effect === undefined ? null : (
              <p key={side} className="side">
                <SideMark of={side} />
                <span>{sharedMessages.exchange.effect(effect)}</span>
              </p>
            );
          })}
        </div>
      </ScrollRegion>
    </section>
  );
}
