import type { QueryProblem } from '../types.ts';

/** How an attribute is compared with a value. RFC 7644 §3.4.2.2, table 3 */
export const scimOperators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type ScimOperator = (typeof scimOperators)[number];

/** A comparison of one attribute. */
export interface ScimComparison {
  readonly kind: 'compare';
  readonly operator: ScimOperator;
  /** Names of the attribute and its sub-attributes, without the URN of a schema. */
  readonly path: readonly string[];
  readonly value: string | number | boolean | null;
}

/** A SCIM filter as it was parsed; `some` is a value path: one value of `path` matches all of `part`. */
export type ScimFilter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly ScimFilter[] }
  | { readonly kind: 'not'; readonly part: ScimFilter }
  | { readonly kind: 'present'; readonly path: readonly string[] }
  | { readonly kind: 'some'; readonly path: readonly string[]; readonly part: ScimFilter }
  | ScimComparison;

/** Where a filter cannot be read; `operator` is one that is known and no longer taken. */
export interface ScimProblem extends QueryProblem {
  readonly operator?: string;
}

export type ParsedScimFilter = { readonly filter: ScimFilter } | { readonly problem: ScimProblem };
