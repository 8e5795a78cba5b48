import { ChevronDown, ChevronRight } from 'lucide-react';
import type { DecisionTrace, RuleOutcome, TraceRule } from '#shared/exchange/trace.ts';
import { createStore, useStore } from '../api/store.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { foldedCount } from './folded-rules.ts';
import { type Drawing, Drawn, Icon, type Verdict } from './icon.tsx';

/** The outline and the class of each outcome of a rule. */
export const ruleShapes: Record<RuleOutcome, { readonly drawing: Drawing; readonly className: string }> = {
  passed: { drawing: 'passed', className: 'pass' },
  failed: { drawing: 'failed', className: 'shut' },
  skipped: { drawing: 'skipped', className: 'skip' },
  never: { drawing: 'never', className: 'never' },
};

/** The verdict over a whole trace: the gate shut, a weakness let something through, or all passed. */
export function traceVerdict(trace: DecisionTrace): Verdict {
  if (trace.rules.some((rule) => rule.outcome === 'failed')) return 'failed';
  if (trace.rules.some((rule) => rule.weakness !== undefined)) return 'warning';
  return 'passed';
}

/** A clause with the word that narrow windows leave out set apart. */
export function Clause({ text }: { readonly text: string }) {
  const rest = text.startsWith('RFC ') ? text.slice(4) : null;
  if (rest === null) return <span className="ref">{text}</span>;
  return (
    <span className="ref">
      <span className="rfc">RFC </span>
      {rest}
    </span>
  );
}

/** One side of a comparison; the other may be unknown, or a secret. */
function Compared({ name, value }: { readonly name: string; readonly value: string | undefined }) {
  if (value === undefined) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className="mono">{value}</dd>
    </>
  );
}

/** The reason for the outcome of a rule: what was wanted and what came. */
export function Evidence({ rule }: { readonly rule: TraceRule }) {
  if (rule.want === undefined && rule.got === undefined && rule.detail === undefined) return null;
  return (
    <div className="more">
      {rule.detail === undefined ? null : (
        <p className="wrap" lang="en">
          {rule.detail}
        </p>
      )}
      {rule.want === undefined && rule.got === undefined ? null : (
        <dl className="cmp">
          <Compared name={sharedMessages.exchange.want} value={rule.want} />
          <Compared name={sharedMessages.exchange.got} value={rule.got} />
        </dl>
      )}
    </div>
  );
}

/** Keeps the refusal with its evidence in sight within the list that scrolls, when it comes and as the list gets another height. */
function keepInSight(rule: HTMLElement | null): (() => void) | undefined {
  const list = rule?.closest('.scroll');
  if (rule === null || list == null) return undefined;
  const observer = new ResizeObserver(() => {
    const [seen, whole] = [rule.getBoundingClientRect(), list.getBoundingClientRect()];
    const below = seen.bottom - whole.bottom;
    // Its beginning goes before its end where there is no room for both.
    if (below > 0) list.scrollTop += Math.min(below, seen.top - whole.top);
    else if (seen.top < whole.top) list.scrollTop += seen.top - whole.top;
  });
  observer.observe(list);
  return () => observer.disconnect();
}

function Rule({ rule }: { readonly rule: TraceRule }) {
  const { drawing, className } = ruleShapes[rule.outcome];
  const Words = rule.outcome === 'failed' ? 'b' : 'span';
  return (
    <li ref={rule.outcome === 'failed' ? keepInSight : null} className={className}>
      <Drawn name={drawing} />
      <Words>
        <span className="vh">{sharedMessages.exchange.outcomes[rule.outcome]}</span>
        <span lang="en">{rule.rule}</span>
        {rule.weakness === undefined ? null : (
          <span className="bind edited">
            <Drawn name="warning" small />
            {sharedMessages.exchange.weakness(rule.weakness)}
          </span>
        )}
      </Words>
      <Clause text={rule.clause} />
      {rule.outcome === 'passed' && rule.weakness === undefined ? null : <Evidence rule={rule} />}
    </li>
  );
}

// One for all traces: who looks at what was passed looks at it step after step.
const passedRules = createStore<'folded' | 'shown'>('folded');

interface FoldProps {
  readonly rules: readonly TraceRule[];
  readonly isOpen: boolean;
}

/** The rules before the refusal in one line. */
function Fold({ rules, isOpen }: FoldProps) {
  const passed = rules.filter(({ outcome }) => outcome === 'passed').length;
  return (
    <li className="pass">
      <Drawn name="passed" />
      <button
        type="button"
        className="rail-fold"
        aria-expanded={isOpen}
        onClick={() => passedRules.set(isOpen ? 'folded' : 'shown')}
      >
        {sharedMessages.exchange.foldedRules(passed, rules.length - passed)}
        <Icon of={isOpen ? ChevronDown : ChevronRight} small />
      </button>
    </li>
  );
}

/** The rules in the order in which the server checked them; the line breaks where the gate shut. */
export function Rail({ trace }: { readonly trace: DecisionTrace }) {
  const isOpen = useStore(passedRules) === 'shown';
  const folded = foldedCount(trace.rules);
  return (
    <>
      <ol className="rail">
        {folded === 0 ? null : <Fold rules={trace.rules.slice(0, folded)} isOpen={isOpen} />}
        {trace.rules.slice(isOpen ? 0 : folded).map((rule) => (
          <Rule key={rule.id} rule={rule} />
        ))}
      </ol>
      <p className="effect">{sharedMessages.exchange.effect(trace.effect)}</p>
    </>
  );
}
