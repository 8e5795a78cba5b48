export { choosePage, createPageWalk, type ListKind, listKindOf, type WalkStart } from './walk.ts';
export { doubtfulEnd } from './walk-end.ts';
