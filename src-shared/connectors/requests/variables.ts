import { assertNever } from '../../errors/assert-never.ts';
import type { PageVariables } from '../compiled.ts';

/** Variables of paging by their exact names, and those that go beyond the documents. Spec 2 §A.2 */
export const documentedVariables = ['_pagedResultsCookie', '_pagedResultsOffSet', '_pageSize'] as const;
export const extensionVariables = ['_pagedResultsOffSet+1', '_pageNumber'] as const;
export type Variable = 'uid' | (typeof documentedVariables)[number] | (typeof extensionVariables)[number];

const names: readonly Variable[] = ['uid', ...documentedVariables, ...extensionVariables];
const pattern = new RegExp(
  `\\{(${names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace('+', '\\+'))
    .join('|')})\\}`,
);

/** The values of variables. */
export interface Values {
  /** null: there is none, and `{uid}` stays as it is. */
  readonly uid: string | null;
  readonly page: PageVariables | null;
}

/** A text with variables, cut apart once. */
export interface Template {
  readonly parts: readonly (string | { readonly variable: Variable })[];
}

/** Cuts a text apart. */
export function compileTemplate(text: string): Template {
  const parts: Template['parts'] = text
    .split(pattern)
    .map((part, index) => (index % 2 === 1 ? { variable: part as Variable } : part));
  return { parts: parts.filter((part) => part !== '') };
}

/** The one variable that a template consists of; null: there is more, or none. */
export function onlyVariable({ parts }: Template): Variable | null {
  const [first] = parts;
  return parts.length === 1 && typeof first === 'object' ? first.variable : null;
}

/** Returns the value of a variable; null: it is not set. */
export function valueOf(variable: Variable, { uid, page }: Values): string | number | null {
  switch (variable) {
    case 'uid':
      return uid ?? '{uid}';
    case '_pagedResultsCookie':
      return page?.cookie ?? null;
    case '_pageSize':
      return page?.pageSize ?? null;
    case '_pagedResultsOffSet':
      return page?.offset ?? null;
    case '_pagedResultsOffSet+1':
      return page === null || page.offset === null ? null : page.offset + 1;
    case '_pageNumber':
      return pageNumber(page);
    default:
      return assertNever(variable);
  }
}

/** From 1; without a page size nobody knows. */
function pageNumber(page: PageVariables | null): number | null {
  if (page === null || page.pageSize === null || page.pageSize < 1) return null;
  return Math.floor((page.offset ?? 0) / page.pageSize) + 1;
}

/** The text with its variables filled in; null: one of them is not set. */
export function fill(
  { parts }: Template,
  values: Values,
  literal: (text: string) => string,
  encode: (value: string) => string,
): string | null {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += literal(part);
    else {
      const value = valueOf(part.variable, values);
      if (value === null) return null;
      text += encode(String(value));
    }
  }
  return text;
}

/** A text as it is, for places that need no encoding. */
export function asIs(text: string): string {
  return text;
}
