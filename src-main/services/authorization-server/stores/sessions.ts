import type { Subject } from '../subject.ts';

const maxOpen = 10_000;

/** Somebody who has signed in, until `expiresAtMillis`. */
export interface SessionAccount {
  readonly subject: Subject;
  /** The identity provider at which they signed in, also where they are a user of ours; null: here. */
  readonly provider: string | null;
  readonly expiresAtMillis: number;
}

export interface SessionStore {
  /** The accounts of a browser that are still signed in, the last one first. */
  accounts(sessionId: string, nowMillis: number): readonly SessionAccount[];
  /** Signs somebody in, anew if need be; the browser is known by `nextId` from now on, so that no id can be planted. */
  signIn(sessionId: string, nextId: string, account: SessionAccount): void;
  /** The accounts of every browser that are still signed in. */
  all(nowMillis: number): Iterable<readonly SessionAccount[]>;
  /** Signs everybody out who is signed in in a browser. */
  end(sessionId: string): void;
  /** Signs somebody out everywhere. */
  signOut(username: string): void;
  purge(nowMillis: number): void;
  forget(): void;
}

/** Keeps who is signed in where, in memory only: after a restart everybody signs in again. Bounded, the oldest goes first. */
export function createSessionStore(): SessionStore {
  const open = new Map<string, readonly SessionAccount[]>();
  const live = (accounts: readonly SessionAccount[], nowMillis: number) =>
    accounts.filter(({ expiresAtMillis }) => nowMillis < expiresAtMillis);
  const others = (sessionId: string, username: string) =>
    (open.get(sessionId) ?? []).filter(({ subject }) => subject.username !== username);
  return {
    accounts: (sessionId, nowMillis) => live(open.get(sessionId) ?? [], nowMillis),
    signIn(sessionId, nextId, account) {
      const accounts = [account, ...others(sessionId, account.subject.username)];
      open.delete(sessionId);
      const oldest = open.size >= maxOpen ? open.keys().next().value : undefined;
      if (oldest !== undefined) open.delete(oldest);
      open.set(nextId, accounts);
    },
    *all(nowMillis) {
      for (const accounts of open.values()) yield live(accounts, nowMillis);
    },
    end: (sessionId) => void open.delete(sessionId),
    signOut(username) {
      for (const id of open.keys()) open.set(id, others(id, username));
    },
    purge(nowMillis) {
      for (const [id, accounts] of open) if (live(accounts, nowMillis).length === 0) open.delete(id);
    },
    forget: () => open.clear(),
  };
}
