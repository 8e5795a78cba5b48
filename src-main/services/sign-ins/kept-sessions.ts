import type { RecordStore } from '#main/platform/ports.ts';
import type { PlayCookie } from '#main/services/flow-player/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import { type PersonAtTarget, personKey } from './person-key.ts';

/** A cookie of a session, as it is given to a browser again. */
export interface KeptCookie extends PlayCookie {
  /** Absent: it ends with the session. */
  readonly expiresAtMillis?: number;
}

/** A session as it is listed: its values are told to nobody. */
export interface ListedSession extends PersonAtTarget {
  readonly keptAtMillis: number;
  readonly cookies: number;
}

/** Sessions of people at other servers, sealed in the state. */
export interface KeptSessions {
  /** Keeps the cookies of a person, in place of those before; without a cookie, nothing is kept. */
  keep(person: PersonAtTarget, cookies: readonly KeptCookie[]): void;
  /** The cookies of a person that have not expired; empty: nobody is signed in. */
  cookiesOf(person: PersonAtTarget): Promise<readonly KeptCookie[]>;
  /** Every session, by target and name. */
  list(): Promise<readonly ListedSession[]>;
  /** Forgets the session of a person, or all at a target; returns how many there were. */
  forget(of: { readonly target: string; readonly username?: string }): Promise<number>;
}

interface SessionRecord extends PersonAtTarget {
  readonly keptAtMillis: number;
  readonly cookies: readonly KeptCookie[];
}

/** Kind of the records of sessions. */
const sessionKind = 'sign-in.session';
/** A server sets no more than this for a sign-in; one that does is not kept whole. */
const maxCookies = 200;
const maxCookieCharacters = 8_192;

/** Sessions over the records of a state. */
export function createKeptSessions(records: RecordStore, clock: Clock): KeptSessions {
  const isCurrent = ({ expiresAtMillis }: KeptCookie) =>
    expiresAtMillis === undefined || expiresAtMillis > clock.nowMillis();
  const all = async () => {
    const found = await records.list<SessionRecord>(sessionKind);
    return found.map(({ value }) => value).filter(({ cookies }) => cookies.some(isCurrent));
  };
  return {
    keep(person, cookies) {
      const kept = cookies
        .filter(isCurrent)
        .filter(({ name, value }) => name.length + value.length <= maxCookieCharacters)
        .slice(0, maxCookies);
      const { target, username } = person;
      const value: SessionRecord = { target, username, keptAtMillis: clock.nowMillis(), cookies: kept };
      if (kept.length === 0) records.remove(sessionKind, personKey(person));
      else records.put(sessionKind, personKey(person), value, { sealed: true });
    },
    async cookiesOf(person) {
      const found = await records.get<SessionRecord>(sessionKind, personKey(person));
      return found?.cookies.filter(isCurrent) ?? [];
    },
    async list() {
      const name = ({ target, username }: PersonAtTarget) => `${target}\n${username}`;
      return (await all())
        .map(({ cookies, ...session }) => ({ ...session, cookies: cookies.filter(isCurrent).length }))
        .toSorted((one, other) => (name(one) < name(other) ? -1 : 1));
    },
    async forget({ target, username }) {
      const gone = (await all()).filter(
        (session) => session.target === target && (username === undefined || session.username === username),
      );
      for (const session of gone) records.remove(sessionKind, personKey(session));
      await records.commit();
      return gone.length;
    },
  };
}
