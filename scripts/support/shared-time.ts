import { availableParallelism, cpus } from 'node:os';

/** Beyond this share of the processors that others take, CPU seconds are no measure: caches and the clock are shared. */
const maxSharedTime = 0.15;

/** CPU seconds of everything on this machine since it started; null where the system does not tell. */
function machineSeconds(): number | null {
  const millis = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return millis === 0 ? null : millis / 1_000;
}

/**
 * Begins to watch what others run on this machine; the function returned says which share of the processors they took
 * until then, given the CPU seconds of our own. 0 where the system does not tell.
 */
export function followOthers(): (ownSeconds: number) => number {
  const [startMillis, startSeconds] = [performance.now(), machineSeconds()];
  return (ownSeconds) => {
    const endSeconds = machineSeconds();
    if (startSeconds === null || endSeconds === null) return 0;
    const spanSeconds = ((performance.now() - startMillis) / 1_000) * availableParallelism();
    return Math.max(0, endSeconds - startSeconds - ownSeconds) / spanSeconds;
  };
}

/** True if so much other work ran beside the tests that their CPU time cannot be judged. */
export function isShared(share: number): boolean {
  return share > maxSharedTime;
}
