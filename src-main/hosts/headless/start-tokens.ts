import type { Clock } from '#shared/time/clock.ts';
import { hashOf } from './token-hash.ts';

/** For how long a start token holds, and whether more than one window may begin with it. */
export interface StartTokenLife {
  readonly seconds: number;
  readonly isReusable: boolean;
  /** Called once when it can be used no more. */
  readonly onOver?: () => void;
}

/** Start tokens that have been issued, by their hashes. */
export interface StartTokens {
  issue(life: StartTokenLife): string;
  /** Returns true if a token is valid; a token for a single window is valid once. */
  redeem(token: string): boolean;
  close(): void;
}

interface Issued {
  readonly life: StartTokenLife;
  readonly endsAtMillis: number;
  readonly timer: NodeJS.Timeout;
}

/** Makes the book of start tokens; none has been issued. */
export function createStartTokens(clock: Clock, makeToken: () => string): StartTokens {
  const issued = new Map<string, Issued>();

  function drop(hash: string): void {
    const start = issued.get(hash);
    if (start === undefined) return;
    issued.delete(hash);
    clearTimeout(start.timer);
    start.life.onOver?.();
  }

  return {
    issue(life) {
      const token = makeToken();
      const hash = hashOf(token);
      const timer = setTimeout(() => drop(hash), life.seconds * 1_000);
      timer.unref();
      issued.set(hash, { life, endsAtMillis: clock.nowMillis() + life.seconds * 1_000, timer });
      return token;
    },
    redeem(token) {
      const hash = hashOf(token);
      const start = issued.get(hash);
      if (start === undefined) return false;
      const holds = clock.nowMillis() < start.endsAtMillis;
      if (!holds || !start.life.isReusable) drop(hash);
      return holds;
    },
    close() {
      for (const hash of issued.keys()) drop(hash);
    },
  };
}
