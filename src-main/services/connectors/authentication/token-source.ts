import type { StopSignal } from '#main/platform/timers.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Call } from '../ports.ts';
import { refuseStopped, toConnectorFailure } from '../remote/failures.ts';

/** A token, and how long it is taken. */
export interface TimedToken {
  readonly token: string;
  /** null: as long as no server refuses it. */
  readonly expiresAtMillis: number | null;
  readonly issuedAtMillis: number;
}

/** Keeps a token as long as it is of use. */
export interface TokenSource {
  get(call: Call): Promise<string>;
  /** A server refused it: the next one is new. */
  drop(token: string): void;
}

/** A token is renewed when a tenth of its time is left, at most so many milliseconds before it ends. */
const maxSkewMillis = 60_000;
/** Longest that a token is waited for, in milliseconds: several operations may wait for the same one. */
const limitMillis = 60_000;

/**
 * Makes what hands out tokens. Of operations that need a new one at the same time one fetches it, and all get it; it is
 * fetched to the end even where the operation that began is stopped.
 */
export function createTokenSource(
  clock: Clock,
  fetchToken: (call: Call) => Promise<TimedToken>,
): TokenSource {
  let kept: TimedToken | null = null;
  let fetching: Promise<TimedToken> | null = null;

  async function fetchAndKeep(call: Call): Promise<TimedToken> {
    const fresh = await fetchToken({ ...call, signal: AbortSignal.timeout(limitMillis) });
    kept = fresh;
    return fresh;
  }

  function fetchOnce(call: Call): Promise<TimedToken> {
    const pending = fetchAndKeep(call).finally(() => {
      fetching = null;
    });
    // It may fail after the last one who waited has gone.
    pending.catch(() => undefined);
    return pending;
  }

  return {
    async get(call) {
      if (call.replay !== undefined) return (await fetchToken(call)).token;
      if (kept !== null && isOfUse(kept, clock.nowMillis())) return kept.token;
      if (call.isDryRun === true) return (await fetchToken(call)).token;
      refuseStopped(call.signal);
      fetching ??= fetchOnce(call);
      return (await unlessAborted(fetching, call.signal)).token;
    },
    drop(token) {
      if (kept?.token === token) kept = null;
    },
  };
}

function isOfUse({ issuedAtMillis, expiresAtMillis }: TimedToken, nowMillis: number): boolean {
  // A clock that was put back makes no token young again.
  if (nowMillis < issuedAtMillis) return false;
  if (expiresAtMillis === null) return true;
  const skewMillis = Math.min(maxSkewMillis, (expiresAtMillis - issuedAtMillis) / 10);
  return nowMillis < expiresAtMillis - skewMillis;
}

/** Waits for something that goes on when nobody waits any more. */
async function unlessAborted<T>(pending: Promise<T>, signal: StopSignal | undefined): Promise<T> {
  if (signal === undefined) return pending;
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([pending, aborted.promise]);
  } catch (error) {
    throw toConnectorFailure(error, false);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
