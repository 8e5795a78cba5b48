export { completeFilter } from './completion.ts';
export { filterFields, isRefusal } from './fields.ts';
export type { FilterContext, FilterNode, FilterRow } from './filter-node.ts';
export { type CompiledFilter, compileFilter, matchFilter } from './matcher.ts';
export { parseFilter } from './parser.ts';
export { printFilter, quoteFilterValue } from './printer.ts';
