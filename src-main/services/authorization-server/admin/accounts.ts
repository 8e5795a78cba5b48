import type { Account } from '#shared/api/index.ts';
import { tellClients } from '../logout/tell-clients.ts';
import type { Runtime } from '../runtime.ts';

/** Names with which somebody is signed in, or for which wrong passwords came; those that are locked first. */
export function listAccounts({ sessions, guesses, clock }: Runtime): readonly Account[] {
  const now = clock.nowMillis();
  const accounts = new Map<string, Account>();
  const change = (username: string, make: (account: Account) => Account) =>
    accounts.set(
      username,
      make(accounts.get(username) ?? { username, lockedUntilMillis: null, wrongGuesses: 0, sessions: 0 }),
    );
  for (const [username, { count, endsAtMillis }] of guesses.all())
    if (now < endsAtMillis)
      change(username, (account) => ({
        ...account,
        wrongGuesses: count,
        lockedUntilMillis: guesses.lockedUntil(username, now),
      }));
  for (const browser of sessions.all(now))
    for (const { subject } of browser)
      change(subject.username, (account) => ({ ...account, sessions: account.sessions + 1 }));
  return [...accounts.values()].toSorted(
    (one, other) =>
      Number(other.lockedUntilMillis !== null) - Number(one.lockedUntilMillis !== null) ||
      (one.username < other.username ? -1 : 1),
  );
}

/** Forgets the wrong guesses for a name; false where there are none. */
export async function unlockAccount({ guesses, records }: Runtime, username: string): Promise<boolean> {
  const isKnown = [...guesses.all()].some(([name]) => name === username);
  guesses.right(username);
  await records.commit();
  return isKnown;
}

/** Ends the sign-ins of a user in every browser, and tells the clients; returns how many there were. */
export function signOutEverywhere(runtime: Runtime, username: string): number {
  const open = [...runtime.sessions.all(runtime.clock.nowMillis())]
    .flat()
    .filter(({ subject }) => subject.username === username);
  runtime.sessions.signOut(username);
  tellClients(runtime, open);
  return open.length;
}
