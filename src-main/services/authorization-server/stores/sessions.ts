import type { Subject } from '../subject.ts';

const maxOpen = 10_000;

/** Somebody who has signed in, until `expiresAtMillis`. */
export interface SessionAccount {
  readonly subject: Subject;
  /** The identity provider at which they signed in, also where they are a user of ours; null: here. */
  readonly provider: string | null;
  readonly expiresAtMillis: number;
  /** Ids of the clients that were told who signed in. */
  readonly clients: ReadonlySet<string>;
}

/** An account as it is kept: what takes part in its session is added later. */
interface OpenAccount extends SessionAccount {
  readonly subject: Subject & { readonly sid: string };
  readonly clients: Set<string>;
}

/** A sign-in that has just happened. */
type NewAccount = Omit<SessionAccount, 'clients'>;

export interface SessionStore {
  /** The accounts of a browser that are still signed in, the last one first. */
  accounts(sessionId: string, nowMillis: number): readonly SessionAccount[];
  /**
   * Signs somebody in, and returns them with their session; the browser is known by `nextId` from now on, so that no id
   * can be planted. Who signs in anew in a browser stays in the same session.
   */
  signIn(sessionId: string, nextId: string, account: NewAccount): Subject;
  /** Notes that a client was told who signed in. */
  join(sid: string, clientId: string): void;
  /** The accounts of every browser that are still signed in. */
  all(nowMillis: number): Iterable<readonly SessionAccount[]>;
  /** Signs everybody out who is signed in in a browser, or only the one of a session. */
  end(sessionId: string, sid?: string): void;
  /** Signs somebody out everywhere. */
  signOut(username: string): void;
  purge(nowMillis: number): void;
  forget(): void;
}

/** Keeps who is signed in where, in memory only: after a restart everybody signs in again. Bounded, the oldest goes first. */
export function createSessionStore(nextSid: () => string): SessionStore {
  const open = new Map<string, readonly OpenAccount[]>();
  const clientsOf = new Map<string, Set<string>>();
  const live = <Account extends NewAccount>(accounts: readonly Account[], nowMillis: number) =>
    accounts.filter(({ expiresAtMillis }) => nowMillis < expiresAtMillis);
  /** Keeps those of a browser that stay, and forgets the others. */
  const retain = (sessionId: string, stays: (account: OpenAccount) => boolean): readonly OpenAccount[] => {
    const accounts = open.get(sessionId) ?? [];
    for (const account of accounts) if (!stays(account)) clientsOf.delete(account.subject.sid);
    return accounts.filter(stays);
  };
  const drop = (sessionId: string): void => {
    retain(sessionId, () => false);
    open.delete(sessionId);
  };
  return {
    accounts: (sessionId, nowMillis) => live(open.get(sessionId) ?? [], nowMillis),
    signIn(sessionId, nextId, { subject, ...account }) {
      const known = open.get(sessionId) ?? [];
      const former = known.find((each) => each.subject.username === subject.username);
      const sid = former?.subject.sid ?? nextSid();
      const clients = former?.clients ?? new Set<string>();
      const added = { ...account, subject: { ...subject, sid }, clients };
      open.delete(sessionId);
      const oldest = open.size >= maxOpen ? open.keys().next().value : undefined;
      if (oldest !== undefined) drop(oldest);
      clientsOf.set(sid, clients);
      open.set(nextId, [added, ...known.filter((each) => each !== former)]);
      return added.subject;
    },
    join: (sid, clientId) => void clientsOf.get(sid)?.add(clientId),
    *all(nowMillis) {
      for (const accounts of open.values()) yield live(accounts, nowMillis);
    },
    end(sessionId, sid) {
      const rest = sid === undefined ? [] : retain(sessionId, ({ subject }) => subject.sid !== sid);
      if (rest.length === 0) drop(sessionId);
      else open.set(sessionId, rest);
    },
    signOut(username) {
      for (const id of open.keys())
        open.set(
          id,
          retain(id, ({ subject }) => subject.username !== username),
        );
    },
    purge(nowMillis) {
      for (const [id, accounts] of open) if (live(accounts, nowMillis).length === 0) drop(id);
    },
    forget() {
      open.clear();
      clientsOf.clear();
    },
  };
}
