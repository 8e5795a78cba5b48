import { filterFields } from './fields.ts';
import { lexFilter, type WordToken } from './lexer.ts';
import { quoteFilterValue } from './printer.ts';

/** Most suggestions at once. */
const maxSuggestions = 20;

export interface FilterSuggestion {
  readonly kind: 'field' | 'value';
  /** The text that replaces the range. */
  readonly text: string;
  readonly hint: string;
}

/** Suggestions for one place of a filter, and the range that they replace, in UTF-16 units. */
export interface FilterCompletion {
  readonly from: number;
  readonly to: number;
  readonly suggestions: readonly FilterSuggestion[];
}

/** Values that are known from the workspace or from exchanges, by field: clients, users, hosts, … */
export type KnownFilterValues = Readonly<Partial<Record<string, readonly string[]>>>;

function wordAt(text: string, cursor: number): WordToken | null {
  const found = lexFilter(text).tokens.find(({ at, length }) => at < cursor && cursor <= at + length);
  return found?.kind === 'word' ? found : null;
}

/** Those that begin with what was typed come before those that only contain it. */
function ranked(candidates: readonly string[], typed: string): readonly string[] {
  const lower = typed.toLowerCase();
  const beginning = candidates.filter((candidate) => candidate.toLowerCase().startsWith(lower));
  const containing = candidates.filter((candidate) => candidate.toLowerCase().includes(lower));
  return [...new Set([...beginning, ...containing])].slice(0, maxSuggestions);
}

function fieldSuggestions(typed: string): readonly FilterSuggestion[] {
  const lower = typed.toLowerCase();
  return [...filterFields]
    .filter(([name]) => name.startsWith(lower))
    .map(([name, { hint }]) => ({ kind: 'field', text: `${name}:`, hint }));
}

/** Suggests fields, or values of the field at the cursor. */
export function completeFilter(text: string, cursor: number, values: KnownFilterValues): FilterCompletion {
  const word = wordAt(text, cursor);
  if (word === null) return { from: cursor, to: cursor, suggestions: fieldSuggestions('') };
  const to = word.at + word.length;
  const nameEnd = word.field === null ? to : word.at + word.field.length;
  if (word.field === null || cursor <= nameEnd) {
    const typed = text.slice(word.at, Math.min(cursor, nameEnd));
    return {
      from: word.at,
      // The colon of a field that is already there goes with its name.
      to: word.field === null ? to : nameEnd + 1,
      suggestions: word.isQuoted ? [] : fieldSuggestions(typed),
    };
  }
  const field = filterFields.get(word.field);
  const from = word.at + word.field.length + 1;
  const typed = text.slice(from, cursor).replace(/^"/, '');
  const known = [...new Set([...(field?.values ?? []), ...(values[word.field] ?? [])])];
  return {
    from,
    to,
    suggestions: ranked(known, typed).map((value) => ({
      kind: 'value',
      // The values of the field may be comparisons: they are kept.
      text: field?.values.includes(value) === true ? value : quoteFilterValue(value),
      hint: field?.hint ?? '',
    })),
  };
}
