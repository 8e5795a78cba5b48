import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { type StopSignal, toAbortSignal } from './stop-signal.ts';

/** The longest timeout of a timer, in milliseconds; a longer one would fire at once. */
const maxTimerMillis = 2_147_483_647;

/** A time that a timer can wait. */
export function timerMillis(millis: number): number {
  return Math.min(millis, maxTimerMillis);
}

/** A clock and delays that tests can replace. */
export interface Timers {
  /** Monotonic time in milliseconds. */
  nowMillis(): number;
  /** Rejects with an AbortError when the signal is aborted before. */
  wait(millis: number, signal?: StopSignal): Promise<void>;
}

/** The timers of the machine. */
export const systemTimers: Timers = {
  nowMillis: () => performance.now(),
  wait: (millis, signal) =>
    setTimeoutPromise(
      timerMillis(millis),
      undefined,
      signal === undefined ? {} : { signal: toAbortSignal(signal) },
    ),
};

/** Resolves after a time, or after the longest that a timer can wait. */
export function sleep(millis: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, timerMillis(millis)));
}
