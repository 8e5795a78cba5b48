import { grantRules } from './grant-rules.ts';
import { logoutRules } from './logout-rules.ts';
import { redirectRules } from './redirect-rules.ts';
import { requestRules } from './request-rules.ts';
import type { LintInput, LintRule, LintSeverity } from './rule.ts';
import { tokenRules } from './token-rules.ts';

export type { LintInput } from './rule.ts';

/** Every rule about client registrations, in the order in which findings are shown. */
export const clientLintRules: readonly LintRule[] = [
  ...redirectRules,
  ...grantRules,
  ...tokenRules,
  ...requestRules,
  ...logoutRules,
];

/** The finding of a rule. */
export interface LintFinding extends Omit<LintRule, 'detect'> {
  readonly places: readonly string[];
}

const ranks: Readonly<Record<LintSeverity, number>> = { error: 0, warning: 1, notice: 2 };

/** Returns the findings on a client under a policy, the gravest first. */
export function lintClient(input: LintInput): readonly LintFinding[] {
  return clientLintRules
    .flatMap(({ detect, ...rule }) => {
      const places = detect(input);
      return places.length === 0 ? [] : [{ ...rule, places }];
    })
    .toSorted((one, other) => ranks[one.severity] - ranks[other.severity]);
}
