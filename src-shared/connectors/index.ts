export { compileObjectType } from './compile-object-type.ts';
export type * from './compiled.ts';
export * from './configuration/index.ts';
export { instantsOf } from './filters/instants.ts';
export { lintObjectType } from './lint/index.ts';
export { writtenNames } from './mapping/mapped-names.ts';
export { nothingRead, unread } from './operations/context.ts';
export {
  choosePage,
  createPageWalk,
  doubtfulEnd,
  type ListKind,
  listKindOf,
  type WalkStart,
} from './paging/index.ts';
export { isWholeLink, rewrittenPath } from './paging/next-link.ts';
export { compilePath } from './paths/index.ts';
export * from './preview/index.ts';
export * from './trace.ts';
export type * from './types.ts';
export { checkAttributes } from './values/index.ts';
