export type { Isolate, IsolateEnd } from './isolate.ts';
export { startIsolate } from './thread-isolate.ts';
