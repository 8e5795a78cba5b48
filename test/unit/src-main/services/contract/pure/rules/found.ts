import { contractRules, createLinter, type Found } from '#main/services/contract/pure/index.ts';
import type { FactPart, Rule, RuleContext, RuleFinding } from '#shared/contract/index.ts';
import { type FixtureRequest, factsOf, lintFacts, ruleContext } from '#test/support/contract.ts';

export const environment = 'https://api.platform.example/v1/environments/e1';

/** The findings of one rule in requests, as the engine keeps them. */
export function found(
  id: string,
  requests: readonly FixtureRequest[],
  changes: Partial<RuleContext> = {},
): readonly Found[] {
  return lintFacts(factsOf(JSON.stringify({ requests })), ruleContext(changes)).filter(
    ({ rule }) => rule.id === id,
  );
}

/** The messages of the findings of one rule. */
export function messages(
  id: string,
  requests: readonly FixtureRequest[],
  changes: Partial<RuleContext> = {},
): readonly string[] {
  return found(id, requests, changes).map(({ finding }) => finding.message);
}

/** The parts that the findings of one rule point at. */
export function parts(id: string, requests: readonly FixtureRequest[]): readonly FactPart[] {
  return found(id, requests).map(({ finding }) => finding.part);
}

/** The titles of the fixes of one rule; null for a finding without one. */
export function fixTitles(id: string, requests: readonly FixtureRequest[]): readonly (string | null)[] {
  return found(id, requests).map(({ finding }) => titleOf(finding));
}

export function titleOf({ fix }: RuleFinding): string | null {
  return fix?.title ?? null;
}

/** Tells whether a rule had something to look at in requests. */
export function isTarget(id: string, requests: readonly FixtureRequest[]): boolean {
  const run = createLinter(ruleContext()).begin();
  for (const fact of factsOf(JSON.stringify({ requests }))) run.see(fact);
  return run.end().targets.has(id);
}

/** @throws if there is no rule of this id. */
export function ruleOf(id: string): Rule {
  const rule = contractRules.find((each) => each.id === id);
  if (rule === undefined) throw new Error(`There is no rule ${id}.`);
  return rule;
}
