export { previewException } from './exception.ts';
export { previewFilter } from './filter.ts';
export { pathTo } from './path-to.ts';
export { previewRead } from './read.ts';
export type * from './types.ts';
export { previewWrite } from './write.ts';
