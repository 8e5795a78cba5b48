import type { StopSignal, Timers } from '#main/platform/timers.ts';
import { ConnectorFailure } from '../../failure.ts';

/** A limit of `operationRateLimits`: so many operations in each period, and how long one waits for the next periods. */
export interface RateLimit {
  readonly requestLimit: number;
  readonly requestPeriod: number;
  readonly requestTimeout: number;
}

/** Waits until an operation may begin. @throws ConnectorFailure RETRYABLE where that is not soon enough */
export type Enter = (signal: StopSignal | undefined) => Promise<void>;

/**
 * Makes a limit. Periods follow each other from the first operation on; one that finds no room reserves some in the next
 * period that has it, so that operations begin in the order in which they came.
 */
export function createRateLimit(operation: string, limit: RateLimit, timers: Timers): Enter {
  const { requestLimit, requestPeriod, requestTimeout } = limit;
  let startMillis: number | null = null;
  /** The last period in which something is taken, and how much of it. */
  let period = 0;
  let taken = 0;

  return async (signal) => {
    const nowMillis = timers.nowMillis();
    startMillis ??= nowMillis;
    const current = Math.floor((nowMillis - startMillis) / requestPeriod);
    const isFull = period >= current && taken >= requestLimit;
    const chosen = isFull ? period + 1 : Math.max(period, current);
    const waitMillis = Math.max(0, startMillis + chosen * requestPeriod - nowMillis);
    if (waitMillis > requestTimeout)
      throw new ConnectorFailure(
        'RETRYABLE',
        `The rate limit for ${operation} is exceeded. The next slot is free in ${Math.ceil(waitMillis)} ms.`,
        {
          fix: `Send fewer operations, or increase operationRateLimits.${operation}.`,
        },
      );
    taken = chosen === period ? taken + 1 : 1;
    period = chosen;
    if (waitMillis > 0) await timers.wait(waitMillis, signal);
  };
}
