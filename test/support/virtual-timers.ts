import type { Timers } from '#main/platform/timers.ts';

/** Timers on which time passes by being waited for. */
export interface VirtualTimers extends Timers {
  /** Waits so far, in milliseconds. */
  readonly waits: readonly number[];
  /** Lets time pass, and whatever waits for it go on in its order. */
  advance(millis: number): Promise<void>;
}

/** With `isPatient` false each wait takes no time and moves the clock itself; otherwise only `advance` does. */
export function createVirtualTimers(isPatient = false): VirtualTimers {
  let nowMillis = 1_000;
  const waits: number[] = [];
  const waiting: { readonly atMillis: number; readonly resolve: () => void }[] = [];
  return {
    waits,
    nowMillis: () => nowMillis,
    wait(millis, signal) {
      waits.push(millis);
      if (!isPatient) {
        nowMillis += millis;
        return Promise.resolve();
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ atMillis: nowMillis + millis, resolve });
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      return promise;
    },
    async advance(millis) {
      const until = nowMillis + millis;
      for (;;) {
        const [next] = waiting.toSorted((one, other) => one.atMillis - other.atMillis);
        if (next === undefined || next.atMillis > until) break;
        waiting.splice(waiting.indexOf(next), 1);
        nowMillis = Math.max(nowMillis, next.atMillis);
        next.resolve();
        await new Promise((resolve) => setImmediate(resolve));
      }
      nowMillis = until;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
