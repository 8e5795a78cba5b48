export { startBoundedThread } from './bounded-thread.ts';
export { startForked } from './forked-process.ts';
export { type HeapBound, heapFlags, processHeaps, threadHeaps } from './heap-bounds.ts';
export {
  createHostedStart,
  type FromHost,
  type ToHost,
  type WantedProcess,
} from './hosted-process.ts';
export type { Isolate, IsolateEnd, StartIsolate } from './isolate.ts';
export { isolateEnvironment } from './isolate-environment.ts';
export { connectParent } from './parent-link.ts';
export { startThread } from './thread-isolate.ts';
