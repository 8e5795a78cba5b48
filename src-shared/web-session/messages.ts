/** A session as a page shows it: never its token. */
export interface SessionEntry {
  readonly id: string;
  /** The browser, as it names itself. */
  readonly agent: string;
  readonly startedAtMillis: number;
  readonly usedAtMillis: number;
  /** Windows that are open now. */
  readonly windows: number;
  /** True if it is the session of the requesting page. */
  readonly isOwn: boolean;
}

/** A link with a start token, and how long that holds. */
export interface StartLink {
  readonly url: string;
  readonly expiresInSeconds: number;
}

/** A message that carries the token of a session: the answer to a start token, and the first message of a socket. */
export interface SessionProof {
  readonly session: string;
}

/** A text member of a message that came as JSON; null where it is not one. */
export function textMember(message: unknown, name: string): string | null {
  if (typeof message !== 'object' || message === null) return null;
  const value: unknown = Object.getOwnPropertyDescriptor(message, name)?.value;
  return typeof value === 'string' ? value : null;
}
