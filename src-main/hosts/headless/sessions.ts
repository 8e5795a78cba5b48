import type { Clock, Random } from '#shared/time/clock.ts';
import { type SessionEntry } from '#shared/web-session/messages.ts';
import { sessionPrefix } from '#shared/web-session/protocol.ts';
import { createStartTokens, type StartTokenLife } from './start-tokens.ts';
import { hashOf } from './token-hash.ts';

/** A session ends when no window of it has been open, and no call been made, for so long. */
export const maxIdleMillis = 12 * 3_600_000;
/** More sessions than this are not kept: those that were used longest ago end. */
const maxSessions = 64;
const tokenBytes = 32;
const maxAgentLength = 200;

/** The session of a page: all its windows share it. */
export interface Session {
  readonly id: string;
  /** Keeps the session in use until the window goes; `end` is called where the session ends first. */
  attach(end: () => void): () => void;
}

/** The sessions that may use the screens. Tokens are kept as hashes alone. */
export interface Sessions {
  issueStart(life: StartTokenLife): string;
  /** Swaps a start token for the token of a new session; null where it does not hold. */
  begin(startToken: string, agent: string): string | null;
  /** The session that a token belongs to, which is used by that; null where there is none. */
  find(sessionToken: string): Session | null;
  list(own: Session): readonly SessionEntry[];
  /** Ends a session; true if there was one. */
  end(id: string): boolean;
  close(): void;
}

interface Kept {
  readonly id: string;
  readonly agent: string;
  readonly startedAtMillis: number;
  usedAtMillis: number;
  readonly windows: Set<() => void>;
}

/** Makes the book of sessions; none has begun. */
export function createSessions(clock: Clock, random: Random): Sessions {
  const sessions = new Map<string, Kept>();
  const makeToken = () => Buffer.from(random.bytes(tokenBytes)).toString('base64url');
  const starts = createStartTokens(clock, makeToken);

  function end(hash: string, session: Kept): void {
    sessions.delete(hash);
    for (const close of session.windows) close();
    session.windows.clear();
  }

  function dropIdle(): void {
    const earliest = clock.nowMillis() - maxIdleMillis;
    for (const [hash, session] of sessions)
      if (session.windows.size === 0 && session.usedAtMillis < earliest) end(hash, session);
  }

  function makeRoom(): void {
    if (sessions.size < maxSessions) return;
    const [oldest] = [...sessions].toSorted(([, one], [, other]) => one.usedAtMillis - other.usedAtMillis);
    if (oldest !== undefined) end(...oldest);
  }

  function viewOf(session: Kept): Session {
    return {
      id: session.id,
      attach(close) {
        session.windows.add(close);
        return () => {
          session.usedAtMillis = clock.nowMillis();
          session.windows.delete(close);
        };
      },
    };
  }

  return {
    issueStart: starts.issue,
    begin(startToken, agent) {
      if (!starts.redeem(startToken)) return null;
      dropIdle();
      makeRoom();
      const token = `${sessionPrefix}${makeToken()}`;
      const now = clock.nowMillis();
      sessions.set(hashOf(token), {
        id: Buffer.from(random.bytes(9)).toString('base64url'),
        agent: agent.slice(0, maxAgentLength),
        startedAtMillis: now,
        usedAtMillis: now,
        windows: new Set(),
      });
      return token;
    },
    find(sessionToken) {
      dropIdle();
      const session = sessions.get(hashOf(sessionToken));
      if (session === undefined) return null;
      session.usedAtMillis = clock.nowMillis();
      return viewOf(session);
    },
    list(own) {
      dropIdle();
      return [...sessions.values()].map(({ windows, ...session }) => ({
        ...session,
        windows: windows.size,
        isOwn: session.id === own.id,
      }));
    },
    end(id) {
      const found = [...sessions].find(([, session]) => session.id === id);
      if (found === undefined) return false;
      end(...found);
      return true;
    },
    close() {
      starts.close();
      for (const [hash, session] of sessions) end(hash, session);
    },
  };
}
