import { z } from 'zod';
import type { IdentityProvider } from './identity-provider.ts';
import {
  type AccessTokenFormat,
  accessTokenFormatSchema,
  type SigningAlgorithm,
  signingAlgorithmSchema,
} from './manifest.ts';
import type { SamlIssuer } from './saml-issuer.ts';
import { secretValueSchema } from './secret.ts';

/** `oauth/clients/<client_id>.json`: RFC 7591 §2 names, own members beside them in snake case. */
export const clientFileSchema = z.looseObject({
  client_id: z.string().min(1).max(256),
  client_secret: secretValueSchema.optional(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string().min(1)).default([]),
  /** RFC 7591 §2: absent means `authorization_code`. */
  grant_types: z.array(z.string()).default(['authorization_code']),
  /** RFC 7591 §2: absent means `code`, for a client that may use the authorization code grant. */
  response_types: z.array(z.string()).optional(),
  scope: z.string().default(''),
  token_endpoint_auth_method: z.enum(['client_secret_basic', 'client_secret_post', 'none']).optional(),
  /** Overrides of the server's policy; absent: the server's setting applies. */
  roll_refresh_tokens: z.boolean().optional(),
  require_pkce: z.boolean().optional(),
  access_token_lifetime_seconds: z.number().int().positive().optional(),
  refresh_token_lifetime_seconds: z.number().int().positive().optional(),
  /** A client whose requests are approved without asking the user. */
  skip_consent: z.boolean().optional(),
  access_token_format: accessTokenFormatSchema.optional(),
  access_token_signed_response_alg: signingAlgorithmSchema.optional(),
  /** OpenID Connect Registration §2: absent means RS256. */
  id_token_signed_response_alg: signingAlgorithmSchema.optional(),
  /** `aud` of the client's JWT access tokens; the first one where a request names none, any of them where it does. */
  audience: z.array(z.string().min(1)).optional(),
  /** Public keys with which the client signs request objects. RFC 7591 §2 */
  jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }).optional(),
  /** The one algorithm of its request objects; `none` lets it send unsigned ones. RFC 9101 §10.5 */
  request_object_signing_alg: z.string().optional(),
  require_signed_request_object: z.boolean().optional(),
  /** Addresses from which request objects may be fetched; no other is ever asked. OpenID Connect Registration §2 */
  request_uris: z.array(z.url({ protocol: /^https?$/ })).optional(),
  /** Name of the identity provider at which users of this client sign in instead of here. */
  identity_provider: z.string().optional(),
  /** Kind of the application; platform APIs are open to workers alone. OpenID Connect Registration §2, spec 3 §5 */
  application_type: z.enum(['web', 'native', 'worker']).optional(),
});

/** `oauth/users/<username>.json`. */
export const userFileSchema = z.looseObject({
  username: z.string().min(1).max(256),
  password: secretValueSchema,
  /** A second secret, for validators that ask for it instead. */
  pin: secretValueSchema.optional(),
  claims: z.record(z.string(), z.unknown()).default({}),
});

/** A client as the authorization server uses it. Its secret is resolved and hashed; clear text is not kept. */
export interface Client {
  readonly clientId: string;
  readonly clientName: string;
  /** SHA-256 of the secret; null for a public client. */
  readonly secretSha256: Uint8Array | null;
  readonly redirectUris: readonly string[];
  readonly grantTypes: ReadonlySet<string>;
  readonly responseTypes: ReadonlySet<string>;
  /** Scopes the client may request, in the order of its registration. */
  readonly scopes: readonly string[];
  readonly rollRefreshTokens: boolean | undefined;
  readonly requirePkce: boolean | undefined;
  readonly accessTokenLifetimeSeconds: number | undefined;
  readonly refreshTokenLifetimeSeconds: number | undefined;
  readonly skipConsent: boolean;
  readonly accessTokenFormat: AccessTokenFormat | undefined;
  readonly accessTokenAlgorithm: SigningAlgorithm | undefined;
  readonly idTokenAlgorithm: SigningAlgorithm;
  readonly audiences: readonly string[];
  readonly requestObject: RequestObjectPolicy;
  /** Name of the identity provider at which its users sign in; undefined: here. */
  readonly identityProvider: string | undefined;
  readonly applicationType: 'web' | 'native' | 'worker';
}

/** What a client may do with request objects. RFC 9101 */
export interface RequestObjectPolicy {
  /** JWKs as the registration has them. */
  readonly keys: readonly Readonly<Record<string, unknown>>[];
  readonly algorithm: string | undefined;
  readonly isRequired: boolean;
  readonly uris: readonly string[];
}

/** A user as the authorization server uses it; the password stays behind `verifyPassword`. */
export interface User {
  readonly username: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Compares in constant time. */
  readonly verifyPassword: (given: string) => Promise<boolean>;
  /** Compares with the PIN; nobody matches where there is none. */
  readonly verifyPin: (given: string) => Promise<boolean>;
}

/** The registrations in force. A file that is broken is left out and reported; the rest works. */
export interface Registrations {
  client(clientId: string): Client | undefined;
  user(username: string): User | undefined;
  clients(): readonly Client[];
  users(): readonly User[];
  samlIssuers(): readonly SamlIssuer[];
  identityProviders(): readonly IdentityProvider[];
}
