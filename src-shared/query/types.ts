/** How a field is compared with a value: equal, contains, begins or ends with, contains all, and the orders. */
export const compareOperators = ['eq', 'co', 'sw', 'ew', 'ca', 'gt', 'ge', 'lt', 'le'] as const;
export type CompareOperator = (typeof compareOperators)[number];

/** A comparison of one field. */
export interface Comparison {
  readonly kind: 'compare';
  readonly operator: CompareOperator;
  /** A bare name, or a JSON pointer of which the first segment is the attribute. */
  readonly field: string;
  readonly value: string | number | boolean;
}

/** A `_queryFilter` as it was parsed. `and` and `or` hold at least two parts when a text was parsed. */
export type QueryFilter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly QueryFilter[] }
  | { readonly kind: 'not'; readonly part: QueryFilter }
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | { readonly kind: 'present'; readonly field: string }
  | Comparison;

/** Where a filter cannot be read, in UTF-16 units from 0. */
export interface QueryProblem {
  readonly message: string;
  readonly offset: number;
}

export type ParsedQuery = { readonly filter: QueryFilter } | { readonly problem: QueryProblem };

/** The instant that a text of a field stands for, as a number that grows with time; null: it is compared as a text. */
export type InstantOf = (field: string, text: string) => number | null;
