import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long the loop is looked at, in milliseconds. */
const lookMillis = 2_000;
/** Share of that time up to which a thread is at rest. */
const atRest = 0.05;
/** Minimum growth since the last collection that makes another one worthwhile, in bytes. */
const worthBytes = 32 * 1_048_576;

/** A thread and its heap. */
export interface ThreadHeap {
  /** Share of the time since it was last asked in which the thread had work. */
  utilization(): number;
  usedBytes(): number;
  collect(): void;
}

/**
 * Collects what a start, or hard work, left behind as soon as the thread is at rest: an engine that has nothing to do
 * allocates nothing, and without that no collection ever comes.
 */
export function collectAtRest(thread: ThreadHeap = thisThread()): void {
  let keptBytes = 0;
  const timer = setInterval(() => {
    if (thread.utilization() > atRest || thread.usedBytes() - keptBytes < worthBytes) return;
    thread.collect();
    keptBytes = thread.usedBytes();
  }, lookMillis);
  timer.unref();
}

function thisThread(): ThreadHeap {
  let before = performance.eventLoopUtilization();
  return {
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    usedBytes: () => getHeapStatistics().used_heap_size,
    collect,
  };
}

/** The collector is a function only in contexts that are made while its flag is set. */
function collect(): void {
  // Not from the start: with another set of flags the runtime takes none of the code that it has compiled beforehand.
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof gc === 'function') gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
