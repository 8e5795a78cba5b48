export { choosePage, createPageWalk } from './walk.ts';
