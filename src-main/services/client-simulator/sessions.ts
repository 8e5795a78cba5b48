import type { Random } from '#shared/time/clock.ts';
import type { Connection } from './connect/connection.ts';

const lifetimeMillis = 3_600_000;
const maxOpen = 1_000;
const cookieName = 'client_session';

/** A sign-in that was begun and whose answer has not come. */
export interface PendingSignIn {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  /** Null where the request had no challenge. RFC 7636 §4.1 */
  readonly verifier: string | null;
  /** Where the person wants to go; null: nowhere in particular. */
  readonly next: string | null;
  /** The resource that a token is wanted for; absent: it is a sign-in alone. */
  readonly connection?: Connection;
}

/** The person who is signed in; `name` is null where the provider did not give it. */
export interface SignedIn {
  readonly provider: string;
  readonly name: string | null;
  /** The session at the provider; absent: the provider does not name it. */
  readonly sid?: string;
}

/** Data about a browser that the application keeps. */
export interface ClientSession {
  readonly id: string;
  readonly expiresAtMillis: number;
  /** The last one begun comes last. */
  pending: readonly PendingSignIn[];
  signedIn: SignedIn | null;
  /** The resource that the browser uses; absent: none. */
  connection?: Connection;
}

/** Sessions in memory, the oldest go first. */
export interface ClientSessions {
  find(cookieHeader: string | undefined, nowMillis: number): ClientSession | null;
  begin(nowMillis: number): ClientSession;
  /**
   * The same session under another id: knowledge from before the sign-in opens nothing after it. RFC 6265
   * §8.4
   */
  renew(session: ClientSession): ClientSession;
  /** Signs out everybody who is meant, and returns how many they were. */
  endSignedIn(isMeant: (person: SignedIn) => boolean): number;
  /** Uses up the id of a logout token; false: it was used before. It is remembered until `untilMillis`. */
  useOnce(id: string, untilMillis: number, nowMillis: number): boolean;
}

/** 32 bytes of base64url. */
export function randomText(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}

/** Creates the store, empty. */
export function createClientSessions(random: Random): ClientSessions {
  const open = new Map<string, ClientSession>();
  const used = new Map<string, number>();
  const add = (session: ClientSession): ClientSession => {
    const oldest = open.size >= maxOpen ? open.keys().next().value : undefined;
    if (oldest !== undefined) open.delete(oldest);
    open.set(session.id, session);
    return session;
  };
  return {
    find(cookieHeader, nowMillis) {
      const pairs = cookieHeader?.split(';').map((pair) => pair.trim()) ?? [];
      const id = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? '';
      const session = open.get(id);
      return session !== undefined && nowMillis < session.expiresAtMillis ? session : null;
    },
    begin: (nowMillis) =>
      add({
        id: randomText(random),
        expiresAtMillis: nowMillis + lifetimeMillis,
        pending: [],
        signedIn: null,
      }),
    renew(session) {
      open.delete(session.id);
      return add({ ...session, id: randomText(random) });
    },
    endSignedIn(isMeant) {
      const meant = [...open.values()].filter(({ signedIn }) => signedIn !== null && isMeant(signedIn));
      for (const session of meant) session.signedIn = null;
      return meant.length;
    },
    useOnce(id, untilMillis, nowMillis) {
      for (const [known, until] of used) if (until <= nowMillis) used.delete(known);
      if (used.has(id)) return false;
      used.set(id, untilMillis);
      return true;
    },
  };
}

/** The header by which the browser is known. */
export function clientCookie({ id }: ClientSession, origin: string): readonly string[] {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return ['Set-Cookie', `${cookieName}=${id}; Path=/client; Max-Age=3600; HttpOnly; SameSite=Lax${secure}`];
}
