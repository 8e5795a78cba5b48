import { performance } from 'node:perf_hooks';

/** How long the loop is looked at, in milliseconds. */
const lookMillis = 2_000;
/** Share of that time up to which a thread is at rest. */
const atRest = 0.05;

/**
 * Collects what a start left behind, once, as soon as the thread is at rest: an engine that has nothing to do allocates
 * nothing, and without that no collection ever comes. Needs `--expose-gc`, and does nothing without it.
 */
export function collectAtRest(): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > atRest) return;
    clearInterval(timer);
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, lookMillis);
  timer.unref();
}
