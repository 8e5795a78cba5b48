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

/** How long guesses are remembered at least, in milliseconds. */
const minRememberedMillis = 3_600_000;

/**
 * Counts guesses by the name that was typed, whether or not there is such a user, so that a lock tells nothing of it.
 * RFC 6819 §5.1.4.2.3. `doubtedAtMillis`: when it was last found that records of them are missing. From then on each name
 * is as after a lock that has ended, as long as what is missing would be remembered.
 */
export function createGuessStore(records: RecordStore, doubtedAtMillis: number | null = null): GuessStore {
  const guesses = createExpiringMap<Guesses>(({ endsAtMillis }) => endsAtMillis);
  const write = (username: string, entry: Guesses): void =>
    records.put(guessKind, username, { ...entry }, recordExpiry(entry.endsAtMillis));
  /** Names whose password came since: of them nothing is missing any more. */
  const proven = new Set<string>();
  const isInDoubt = (lockSeconds: number, nowMillis: number): boolean =>
    doubtedAtMillis !== null && nowMillis < doubtedAtMillis + rememberedMillis(lockSeconds);
  return {
    lockedUntil(username, nowMillis) {
      const until = guesses.get(username)?.lockedUntilMillis ?? null;
      return until !== null && nowMillis < until ? until : null;
    },
    wrong(username, { attempts, lockSeconds }, nowMillis) {
      if (attempts === 0) return false;
      const before = guesses.get(username);
      const isOver = before === undefined || before.endsAtMillis <= nowMillis;
      const isDoubtful = isInDoubt(lockSeconds, nowMillis) && !proven.has(username);
      const count = Math.max(isOver ? 0 : before.count, isDoubtful ? attempts - 1 : 0) + 1;
      const isLocked = count >= attempts;
      const lockedUntilMillis = isLocked ? nowMillis + lockSeconds * 1_000 : null;
      // A lock that has ended leaves no allowance: the next wrong guess locks again.
      const endsAtMillis = nowMillis + rememberedMillis(lockSeconds);
      const entry: Guesses = { count, lockedUntilMillis, endsAtMillis };
      guesses.delete(username);
      guesses.add(username, entry, nowMillis);
      write(username, entry);
      return isLocked;
    },
    right(username) {
      if (doubtedAtMillis !== null) proven.add(username);
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

function rememberedMillis(lockSeconds: number): number {
  return Math.max(lockSeconds * 10_000, minRememberedMillis);
}
