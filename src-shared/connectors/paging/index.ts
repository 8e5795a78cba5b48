export { choosePage, createPageWalk, type ListKind, listKindOf, type WalkStart } from './walk.ts';
