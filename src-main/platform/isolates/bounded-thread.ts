import { Worker, type WorkerOptions } from 'node:worker_threads';
import { type HeapBound, limitsOf } from './heap-bounds.ts';

/** Starts a thread with a file or, where `eval` says so, a text, under a bound of its heap. No other place starts one. */
export function startBoundedThread(
  entry: URL | string,
  heap: HeapBound,
  options: Omit<WorkerOptions, 'resourceLimits'> = {},
): Worker {
  return new Worker(entry, { ...options, resourceLimits: limitsOf(heap) });
}
