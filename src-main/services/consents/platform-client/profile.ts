import type { Pace } from '#shared/consents/index.ts';
import type { SecretAuthentication } from '#shared/oauth/index.ts';

/** A platform as the loader reaches it: everything filled in, and the secret asked for when it is needed. */
export interface TargetProfile {
  readonly name: string;
  readonly displayName: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly tokenEndpoint: string;
  readonly environmentId: string;
  readonly clientId: string;
  readonly secret: () => string | null;
  readonly authentication: SecretAuthentication;
  readonly scope: string;
  readonly isSandbox: boolean;
  /** The pace that it is known to allow; null: it is learnt. */
  readonly limit: Pace | null;
}
