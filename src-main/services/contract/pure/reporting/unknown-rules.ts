import type { LintSettings } from '#shared/contract/settings.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';

/** An ignore or a severity of a rule that there is not would look as if it did something. */
export function unknownRules(
  { ignore, severity }: Pick<LintSettings, 'ignore' | 'severity'>,
  rules: readonly { readonly id: string }[],
  file: string,
): readonly Problem[] {
  const known = new Set(rules.map(({ id }) => id));
  const named = new Set([...ignore.map(({ id }) => id), ...Object.keys(severity)]);
  return [...named].filter((id) => !known.has(id)).map((id) => unknownRule(id, file).toProblem());
}

/** The error of a rule that there is not, with its place. */
export function unknownRule(id: string, file: string, line?: number): GatehouseError {
  return new GatehouseError('contract.rule-unknown', `The settings ignore ${id}, which is not a rule.`, {
    fix: 'Write the id as findings name it, CC-022, or take the line out.',
    location: { file, ...(line === undefined ? {} : { line, column: 1 }) },
  });
}
