import { percentEncode } from '../../oauth/form.ts';
import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { FilterSettings } from '../configuration/object-type.ts';
import { attributeOperators, type FilterOperator } from '../configuration/vocabulary.ts';
import type { ProblemReport } from '../problem-report.ts';
import { compileTemplate, placeholdersIn, type Template } from '../requests/variables.ts';

/** How the remote writes operators that are no infix, by their names. */
export type FilterTemplates = ReadonlyMap<FilterOperator, Template>;

/** Parses `templates` of filters; one that cannot be filled in is noted, and its operator evaluated here. */
export function compileFilterTemplates(
  { templates }: Pick<FilterSettings, 'templates'>,
  report: ProblemReport,
): FilterTemplates {
  return new Map(
    attributeOperators.flatMap((operator) => {
      const text = templates?.[operator];
      if (text === undefined || text === null || text === '') return [];
      const at = ['filters', 'templates', operator];
      const template = filterTemplate(
        text,
        operator === 'presence' ? ['name'] : ['name', 'value'],
        at,
        report,
      );
      return template === null ? [] : [[operator, template] as const];
    }),
  );
}

/** Parses a text in which these names are filled in; null: it holds others, which is noted. */
export function filterTemplate(
  text: string,
  names: readonly string[],
  at: JsonPath,
  report: ProblemReport,
): Template | null {
  const template = compileTemplate(text, { has: (name) => names.includes(name) });
  const other = placeholdersIn(template).find(({ written }) => !names.includes(written));
  if (other === undefined) return template;
  report.add(
    at,
    'connector.unknown-placeholder',
    `The placeholder {${other.written}} cannot be used here.`,
    `Use ${names.map((name) => `{${name}}`).join(' and ')}; {{${other.written}}} is sent as {${other.written}}.`,
  );
  return null;
}

/** A comparison by its template: in a query the name is percent-encoded, as the value is already. RFC 3986 §2.1 */
export function fillFilterTemplate(
  { parts }: Template,
  { name, value, isQuery }: { readonly name: string; readonly value: string; readonly isQuery: boolean },
): string {
  const shown = isQuery ? percentEncode(name) : name;
  return parts
    .map((part) => (typeof part === 'string' ? part : part.written === 'name' ? shown : value))
    .join('');
}

/** Names of the pairs of a piece of a query, as they are written. */
export function pairNames(query: string): readonly string[] {
  return query.split('&').map((pair) => pair.split('=', 1)[0] ?? '');
}
