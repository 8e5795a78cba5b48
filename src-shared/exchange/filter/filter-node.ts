import type { PairableRecord } from '../exchange-pair.ts';
import type { TrafficSource } from '../traffic-sources.ts';

/** How a field is compared with its value. */
export const filterOperators = ['=', '>', '>=', '<', '<='] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** One field with the value it is compared with, as it was written. */
export interface FieldTerm {
  readonly kind: 'field';
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: string;
}

/** A filter as it was parsed. `and` and `or` hold at least two; none holds another of its own kind. */
export type FilterNode =
  | { readonly kind: 'everything' }
  | { readonly kind: 'and'; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'or'; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly node: FilterNode }
  | { readonly kind: 'text'; readonly text: string }
  | FieldTerm;

/** Where a filter cannot be read, in UTF-16 units from 0, and what was expected there. */
export interface FilterError {
  readonly message: string;
  readonly at: number;
  readonly length: number;
}

/** The parts of an exchange that a filter looks at. */
export interface FilterRow extends PairableRecord {
  readonly id: string;
  readonly service: string;
  readonly remark: string;
  readonly tags: readonly string[];
  /** Scheme and authority to which the request went, where it is known. */
  readonly origin?: string;
  /** The statement of the rule that refused, where a hosted server decided; empty where none did. */
  readonly rule?: string;
  /** The record of the same exchange that was taken at the other end; tags and remark above are those of both. */
  readonly peer?: Pick<FilterRow, 'id' | 'side' | 'service'>;
  /** Where it comes from; told by its own record where it is left out. */
  readonly source?: TrafficSource;
}

/** The context that a filter needs besides the exchange itself. */
export interface FilterContext {
  isPinned(id: string): boolean;
  isFinding(id: string): boolean;
  /** Ids of the rules of the contract that found something in it. */
  contractOf(id: string): readonly string[];
  /** Minutes that local time is ahead of UTC; for times of day. */
  readonly zoneOffsetMinutes: number;
}

/** Says whether a row matches. */
export type RowTest = (row: FilterRow, context: FilterContext) => boolean;
