import type { Registrations, User } from '#shared/workspace/index.ts';
import type { AuthenticationMethod } from './authentication.ts';

/** For whom something is issued. */
export interface Subject {
  readonly username: string;
  /** The identity provider or the issuer of an assertion that vouched for them; null: this server. */
  readonly authority: string | null;
  /** Attributes of somebody who is no user of the workspace; null for a user, whose file has them. */
  readonly attributes: Readonly<Record<string, unknown>> | null;
  /** When they proved who they are, in milliseconds. */
  readonly authTimeMillis: number;
  /** How they proved it here; none where another server or an assertion vouched for them, and where nobody knows. */
  readonly methods: readonly AuthenticationMethod[];
  /** The session of a browser in which they signed in; absent: none is kept. OpenID Connect Back-Channel Logout §2.1 */
  readonly sid?: string;
}

/** A user of the workspace who has just signed in. */
export function userSubject(
  { username }: User,
  authTimeMillis: number,
  methods: readonly AuthenticationMethod[],
): Subject {
  return { username, authority: null, attributes: null, authTimeMillis, methods };
}

/**
 * Returns the attributes of a subject: the claims of a user's file, or those that came from outside; null where the
 * user is gone.
 */
export function attributesOf(
  { registrations }: { readonly registrations: () => Pick<Registrations, 'user'> },
  { username, attributes }: Pick<Subject, 'username' | 'attributes'>,
): Readonly<Record<string, unknown>> | null {
  return attributes ?? registrations().user(username)?.claims ?? null;
}

/** Under which name consents are kept: people of the same name at two places are two people. */
export function consentHolder({ username, authority }: Pick<Subject, 'username' | 'authority'>): string {
  return authority === null ? username : `${username} (${authority})`;
}
