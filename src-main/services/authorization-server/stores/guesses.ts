import type { RecordStore } from '#main/platform/ports.ts';
import { createExpiringMap, recordExpiry } from './expiring-map.ts';

/** Kind of its records. */
export const guessKind = 'as.guesses';

/** Wrong passwords for one name since the last right one. */
interface Guesses {
  count: number;
  /** End of the lock, in milliseconds; null: it is not locked. */
  lockedUntilMillis: number | null;
  /** When they are forgotten. */
  endsAtMillis: number;
}

/** When a name is locked, and for how long. */
export interface LockPolicy {
  /** Guesses in a row that lock a name; 0: it is never locked. */
  readonly attempts: number;
  readonly lockSeconds: number;
}

export interface GuessStore {
  /** Until when the name is locked, in milliseconds; null: it is not. */
  lockedUntil(username: string, nowMillis: number): number | null;
  /** Counts a wrong guess; true where it locks the name. */
  wrong(username: string, policy: LockPolicy, nowMillis: number): boolean;
  right(username: string): void;
  all(): Iterable<readonly [username: string, guesses: Readonly<Guesses>]>;
  load(nowMillis: number): Promise<void>;
  purge(nowMillis: number): void;
  forget(): void;
}

/**
 * Counts guesses by the name that was typed, whether or not there is such a user, so that a lock tells nothing of it.
 * RFC 6819 §5.1.4.2.3
 */
export function createGuessStore(records: RecordStore): GuessStore {
  const guesses = createExpiringMap<Guesses>(({ endsAtMillis }) => endsAtMillis);
  const write = (username: string, entry: Guesses): void =>
    records.put(guessKind, username, { ...entry }, recordExpiry(entry.endsAtMillis));
  return {
    lockedUntil(username, nowMillis) {
      const until = guesses.get(username)?.lockedUntilMillis ?? null;
      return until !== null && nowMillis < until ? until : null;
    },
    wrong(username, { attempts, lockSeconds }, nowMillis) {
      if (attempts === 0) return false;
      const before = guesses.get(username);
      const isOver = before === undefined || before.endsAtMillis <= nowMillis;
      const count = (isOver ? 0 : before.count) + 1;
      const isLocked = count >= attempts;
      const lockedUntilMillis = isLocked ? nowMillis + lockSeconds * 1_000 : null;
      // A lock that has ended leaves no allowance: the next wrong guess locks again.
      const endsAtMillis = nowMillis + Math.max(lockSeconds * 10, 3_600) * 1_000;
      const entry: Guesses = { count, lockedUntilMillis, endsAtMillis };
      guesses.delete(username);
      guesses.add(username, entry, nowMillis);
      write(username, entry);
      return isLocked;
    },
    right(username) {
      if (guesses.get(username) === undefined) return;
      guesses.delete(username);
      records.remove(guessKind, username);
    },
    all: () => guesses.entries(),
    async load(nowMillis) {
      for (const { id, value } of await records.list<Guesses>(guessKind))
        guesses.add(id, { ...value }, nowMillis);
      guesses.purge(nowMillis);
    },
    purge: (nowMillis) => guesses.purge(nowMillis),
    forget: guesses.clear,
  };
}
