import { lexScim, type ScimToken } from '#shared/query/scim/lexer.ts';

/** A comparison of a filter by the operator `in`. */
interface InComparison {
  readonly attribute: string;
  readonly at: number;
  readonly end: number;
  /** The same in operators that are taken; null: its values are not known. */
  readonly expanded: string | null;
}

/** The comparisons by `in` of a filter. */
export interface UsesOfIn {
  readonly attributes: readonly string[];
  /** The text of the filter to be replaced, and its replacement; null: values are not known. */
  readonly rewrite: { readonly from: string; readonly to: string } | null;
}

const attributePath = /^(?:urn:.+:)?[A-Za-z$][\w$-]*(?:\.[A-Za-z$][\w$-]*)*$/;
const joins: ReadonlySet<string> = new Set(['and', 'or', 'not']);
const literal = /^(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false)$/s;

/** The comparisons by `in` of a SCIM filter, with the way to write them all without; null: it has none. */
export function usesOfIn(filter: string): UsesOfIn | null {
  const found = inComparisons(filter);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return null;
  const attributes = [...new Set(found.map(({ attribute }) => attribute))];
  let [rewritten, passed] = ['', first.at];
  for (const { at, end, expanded } of found) {
    if (expanded === null || at < passed) return { attributes, rewrite: null };
    rewritten += filter.slice(passed, at) + expanded;
    passed = end;
  }
  const from = filter.slice(first.at, last.end);
  const isOnce = filter.indexOf(from) === filter.lastIndexOf(from);
  const whole = filter.slice(0, first.at) + rewritten + filter.slice(last.end);
  return { attributes, rewrite: isOnce ? { from, to: rewritten } : { from: filter, to: whole } };
}

/** Words within quotes are none, and a value is no operator. */
function inComparisons(filter: string): readonly InComparison[] {
  if (!/\bin\b/i.test(filter)) return [];
  const lexed = lexScim(filter);
  if ('problem' in lexed) return [];
  const { tokens } = lexed;
  return tokens.flatMap((token, index) => {
    if (!isWord(token, 'in')) return [];
    const [before, attribute, next] = [tokens[index - 2], tokens[index - 1], tokens[index + 1]];
    if (attribute?.kind !== 'word' || !attributePath.test(attribute.text) || !begins(before)) return [];
    if (joins.has(attribute.text.toLowerCase()) || next === undefined) return [];
    const end = endOf(filter, tokens, index + 1);
    const values =
      next.kind === '(' || next.kind === '[' ? [next.at + 1, (end ?? 0) - 1] : [next.at, end ?? 0];
    return [
      {
        attribute: attribute.text,
        at: attribute.at,
        end: end ?? next.at,
        expanded: end === null ? null : expand(attribute.text, filter.slice(...values)),
      },
    ];
  });
}

/** Comparisons of a filter, whatever their operators. */
export function comparisonsOf(
  filter: string,
): readonly { readonly attribute: string; readonly value: string }[] {
  const lexed = lexScim(filter);
  if ('problem' in lexed) return [];
  const { tokens } = lexed;
  return tokens.flatMap((token, index) => {
    const [operator, value] = [tokens[index + 1], tokens[index + 2]];
    if (token.kind !== 'word' || !attributePath.test(token.text) || !begins(tokens[index - 1])) return [];
    if (operator?.kind !== 'word' || value?.kind !== 'text') return [];
    return [{ attribute: token.text, value: value.text }];
  });
}

function isWord(token: ScimToken | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === text;
}

/** Tests whether an attribute can follow this token. */
function begins(before: ScimToken | undefined): boolean {
  if (before === undefined || before.kind === '(' || before.kind === '[') return true;
  return before.kind === 'word' && joins.has(before.text.toLowerCase());
}

/** Where the value that begins with a token ends in the filter; null: it is no list of values. */
function endOf(filter: string, tokens: readonly ScimToken[], from: number): number | null {
  const first = tokens[from];
  if (first === undefined) return null;
  if (first.kind !== '(' && first.kind !== '[') {
    const next = tokens[from + 1]?.at ?? filter.length;
    return first.at + filter.slice(first.at, next).trimEnd().length;
  }
  let at = from + 1;
  while (tokens[at]?.kind === 'word' || tokens[at]?.kind === 'text') at += 1;
  const end = tokens[at];
  return end?.kind === (first.kind === '(' ? ')' : ']') ? end.at + 1 : null;
}

function expand(attribute: string, list: string): string | null {
  const values = list.match(/"(?:[^"\\]|\\.)*"|[^\s,]+/gs) ?? [];
  if (values.length === 0 || !values.every((value) => literal.test(value))) return null;
  const parts = values.map((value) => `${attribute} eq ${value}`);
  return parts.length === 1 ? parts.join('') : `(${parts.join(' or ')})`;
}
