import type { Failure } from './verdict.ts';

/** Equal failures in a row after which something else than the rows is wrong. */
const equalFailures = 20;
/** Pause after that many, in milliseconds; it doubles as long as nothing goes well. */
const firstPauseMillis = 2_000;
const maxPauseMillis = 60_000;
/** Time without any success after which a load stops by itself. */
const patienceMillis = 15 * 60_000;
const passingKey = 'passing';

/** Advice to a load after a failure. */
export type BreakerAdvice =
  | { readonly kind: 'go-on' }
  | { readonly kind: 'wait'; readonly millis: number }
  | { readonly kind: 'halt' };

/** Tells the failure of a row from that of everything. */
export interface Breaker {
  succeeded(nowMillis: number): void;
  /** `isPassing`: it may go well the next time; of others the same twenty times over stops the load at once. */
  failed(failure: Failure, isPassing: boolean, nowMillis: number): BreakerAdvice;
  /** True if it waits for the target to come back. */
  readonly isOpen: boolean;
  /** Equal failures were looked at by a person: the same ones do not stop the load again. */
  readonly tolerated: ReadonlySet<string>;
}

/** Makes the breaker of a load; `tolerated` are the failures that a person has seen. */
export function createBreaker(tolerated: Iterable<string> = []): Breaker {
  const seen = new Set(tolerated);
  let key = '';
  let count = 0;
  let pauseMillis = firstPauseMillis;
  let failingSinceMillis: number | null = null;
  let pausedUntilMillis = 0;
  return {
    get isOpen() {
      return count >= equalFailures;
    },
    tolerated: seen,
    succeeded() {
      key = '';
      count = 0;
      pauseMillis = firstPauseMillis;
      failingSinceMillis = null;
      pausedUntilMillis = 0;
    },
    failed(failure, isPassing, nowMillis) {
      // A target that comes and goes fails in many ways.
      const same = isPassing ? passingKey : breakerKey(failure);
      count = same === key ? count + 1 : 1;
      key = same;
      if (count < equalFailures) return { kind: 'go-on' };
      if (!isPassing) {
        if (seen.has(same)) return { kind: 'go-on' };
        seen.add(same);
        count = 0;
        return { kind: 'halt' };
      }
      failingSinceMillis ??= nowMillis;
      if (nowMillis - failingSinceMillis > patienceMillis) return { kind: 'halt' };
      // Requests under way when the pause began say nothing about its end.
      if (nowMillis < pausedUntilMillis) return { kind: 'wait', millis: pausedUntilMillis - nowMillis };
      const millis = pauseMillis;
      pausedUntilMillis = nowMillis + millis;
      pauseMillis = Math.min(maxPauseMillis, pauseMillis * 2);
      return { kind: 'wait', millis };
    },
  };
}

/** Returns the key that equal failures share. */
function breakerKey({ httpStatus, code }: Failure): string {
  return `${httpStatus ?? 'network'} ${code}`;
}
