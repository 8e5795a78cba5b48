import type { RuleOutcome, TraceRule } from '#shared/exchange/trace.ts';

/** The finding of a check: null where the rule is met, or why it is not. */
export interface Flaw {
  readonly detail?: string;
  readonly want?: string;
  readonly got?: string;
}

export type Finding = 'passed' | Flaw | { readonly skipped: string };

/** One rule of a verification, as a statement that should be true. */
export interface Rule {
  readonly id: string;
  readonly rule: string;
  readonly clause: string;
  /** Without this one nothing behind it means anything. */
  readonly isGate: boolean;
  readonly check: () => Finding;
}

/** Checks the rules in order; behind a gate that shut nothing is reached. */
export function checkRules(rules: readonly Rule[]): readonly TraceRule[] {
  let isShut = false;
  return rules.map(({ id, rule, clause, isGate, check }) => {
    if (isShut) return { id, rule, clause, outcome: 'never' };
    const finding = check();
    if (finding === 'passed') return { id, rule, clause, outcome: 'passed' };
    if ('skipped' in finding) return { id, rule, clause, outcome: 'skipped', detail: finding.skipped };
    isShut = isGate;
    return { id, rule, clause, outcome: 'failed' satisfies RuleOutcome, ...finding };
  });
}
