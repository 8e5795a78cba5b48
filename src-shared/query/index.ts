export { matchesFilter } from './matcher.ts';
export { parseQueryFilter } from './parser.ts';
export { printQueryFilter } from './printer.ts';
export * from './types.ts';
