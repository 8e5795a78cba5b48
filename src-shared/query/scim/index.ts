export { matchesScimFilter, type ScimAttributes } from './matcher.ts';
export { parseScimFilter } from './parser.ts';
export type { ScimFilter } from './types.ts';
