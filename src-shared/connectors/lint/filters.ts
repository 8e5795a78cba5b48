import { filterOperators } from '../configuration/vocabulary.ts';
import type { LintRule } from './rule.ts';

/** Reports filters that the remote does not evaluate: they are applied here, after all objects were read. */
export const filtersRule: LintRule = ({ operations, filters }, report) => {
  if (operations?.QUERY === null || operations?.QUERY === undefined) return;
  if (filters === null || filters === undefined) {
    report.add(
      ['operations', 'QUERY'],
      'connector.filter-local',
      'filters is missing. Every search reads all objects, and the connector filters them itself.',
      'Add filters if the remote system supports search.',
      'notice',
    );
    return;
  }
  const said: Readonly<Record<string, unknown>> = filters.body?.templates ?? {
    ...givenIn(filters.operators),
    ...givenIn(filters.templates ?? {}),
  };
  const absent = filterOperators.filter((name) => (said[name] ?? null) === null);
  if (absent.length > 0)
    report.add(
      filters.body === null || filters.body === undefined
        ? ['filters', 'operators']
        : ['filters', 'body', 'templates'],
      'connector.filter-local',
      `filters does not define ${absent.join(', ')}. The connector reads all objects that match the rest of the filter and evaluates these operators itself.`,
      'Add the operators that the remote system supports.',
      'notice',
    );
};

function givenIn(words: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== null && word !== undefined));
}
