import type { StopSignal, Timers } from '#main/platform/timers.ts';
import { ConnectorFailure } from '../../failure.ts';

/** How many operations run at the same time, and how long further ones wait. */
export interface PoolLimit {
  readonly maxObjects: number;
  /** In milliseconds; -1: without limit. */
  readonly maxWait: number;
}

/** Lets an operation begin. Resolves with what ends it. @throws ConnectorFailure RETRYABLE after `maxWait` */
export type Occupy = (signal: StopSignal | undefined) => Promise<() => void>;

/** Makes a pool, in which operations wait in the order in which they came. */
export function createPool({ maxObjects, maxWait }: PoolLimit, timers: Timers): Occupy {
  let running = 0;
  const waiting: (() => void)[] = [];

  function leave(): void {
    const next = waiting.shift();
    // The place goes from hand to hand.
    if (next === undefined) running -= 1;
    else next();
  }

  async function queued(signal: StopSignal | undefined): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const given = new AbortController();
    waiting.push(turn.resolve);
    const patience = maxWait < 0 ? [] : [timers.wait(maxWait, given.signal).then(() => tooLong(maxWait))];
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([turn.promise, stopped.promise, ...patience]);
    } catch (error) {
      const index = waiting.indexOf(turn.resolve);
      // The turn may have come at the same moment.
      if (index === -1) leave();
      else waiting.splice(index, 1);
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      given.abort();
      for (const each of patience) each.catch(() => undefined);
    }
  }

  return async (signal) => {
    if (running >= maxObjects) await queued(signal);
    else running += 1;
    return leave;
  };
}

function tooLong(maxWait: number): never {
  throw new ConnectorFailure('RETRYABLE', `No operation slot became free within ${maxWait} ms.`, {
    fix: 'Send fewer operations, or increase poolConfigOption.maxObjects.',
  });
}
