import type { Audience } from './audience.ts';
import type { Family } from './families.ts';

/** An access token as the server remembers it; the token itself is known by its hash alone. */
export interface AccessToken {
  readonly clientId: string;
  /** Null where the client acts for itself. */
  readonly username: string | null;
  readonly scope: string;
  readonly issuedAtMillis: number;
  readonly expiresAtMillis: number;
  readonly family: Family | null;
  /** Whom it is meant for; null: everybody who validates here. */
  readonly audience: Audience;
  /** True if it alone was revoked; with its family revoked, it is too. */
  revoked: boolean;
}
