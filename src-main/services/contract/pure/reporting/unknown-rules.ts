import type { LintSettings } from '#shared/contract/settings.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';

/** An ignore or a severity of a rule that there is not would look as if it did something. */
export function unknownRules(
  { ignore, severity }: Pick<LintSettings, 'ignore' | 'severity'>,
  rules: readonly { readonly id: string }[],
  file: string,
): readonly Problem[] {
  const known = new Set(rules.map(({ id }) => id));
  const unknownOf = (ids: readonly string[]) => [...new Set(ids)].filter((id) => !known.has(id));
  return [
    ...unknownOf(ignore.map(({ id }) => id)).map((id) => unknownRule(id, file)),
    ...unknownOf(Object.keys(severity)).map((id) => unknownSeverity(id, file)),
  ].map((error) => error.toProblem());
}

/** The error of an ignore of a rule that there is not, with its place: a line of a file has it as a comment. */
export function unknownRule(id: string, file: string, line?: number): GatehouseError {
  const place = line === undefined ? {} : { line, column: 1 };
  const where = line === undefined ? 'The settings ignore' : 'The comment ignores';
  return notRule(`${where} an unknown rule, ${id}.`, { file, ...place });
}

function unknownSeverity(id: string, file: string): GatehouseError {
  return notRule(`The severity settings name an unknown rule, ${id}.`, { file });
}

function notRule(message: string, location: Problem['location'] & object): GatehouseError {
  return new GatehouseError('contract.rule-unknown', message, {
    fix: 'Use a rule id such as CC-022, or remove the entry.',
    location,
  });
}
