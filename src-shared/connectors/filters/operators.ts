import type { CompareOperator, QueryFilter } from '../../query/types.ts';
import type { FilterOperator } from '../configuration/vocabulary.ts';

const operatorNames: Readonly<Record<CompareOperator, FilterOperator | null>> = {
  eq: 'equals',
  co: 'contains',
  sw: 'startswith',
  ew: 'endswith',
  gt: 'greaterthan',
  ge: 'greateroreq',
  lt: 'lessthan',
  le: 'lessoreq',
  ca: null,
};

/** The operator that a comparison needs; null: no remote has it. */
export function operatorOf(filter: QueryFilter): FilterOperator | null {
  if (filter.kind === 'present') return 'presence';
  if (filter.kind === 'and' || filter.kind === 'or' || filter.kind === 'not') return filter.kind;
  return filter.kind === 'compare' ? operatorNames[filter.operator] : null;
}
