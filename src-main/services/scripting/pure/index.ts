export { loadScriptParser, translateScript } from './translate.ts';
export type * from './types.ts';
