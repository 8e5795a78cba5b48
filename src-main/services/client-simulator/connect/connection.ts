import type { ClientProvider } from '../provider.ts';

/** The use of a resource by one browser: it begins with a sign-in, and lasts as long as the session. */
export interface Connection {
  /** The registration at the issuer of the resource, with the endpoints that were discovered. */
  readonly provider: ClientProvider;
  /** The name that the application has for the provider. */
  readonly providerName: string;
  readonly resource: string;
  /** Scopes that were requested so far. */
  readonly scope: string;
  /** How often more scopes were requested since the resource last took a token. */
  readonly stepUps: number;
  /** Null until the issuer has given one. */
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
}
