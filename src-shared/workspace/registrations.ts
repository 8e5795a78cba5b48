import { z } from 'zod';
import { assertionAlgorithms } from '../oauth/client-assertion.ts';
import {
  type HostedAuthentication,
  hostedAuthentications,
  isPublicRegistration,
} from '../oauth/client-authentication.ts';
import { isValidateBearer } from '../oauth/grants.ts';
import { calledUrlSchema } from './called-url.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { JwtIssuer } from './jwt-issuer.ts';
import { publicKeySetSchema } from './key-set.ts';
import type { SamlIssuer } from './saml-issuer.ts';
import { secretValueSchema } from './secret.ts';
import {
  type AccessTokenFormat,
  accessTokenFormatSchema,
  type SigningAlgorithm,
  signingAlgorithmSchema,
} from './services/authorization-server.ts';

const clientMembersSchema = z.looseObject({
  client_id: z.string().min(1).max(256).describe('Client identifier. It must match the file name.'),
  client_secret: secretValueSchema.optional().describe('Client secret. Default: public client.'),
  client_name: z.string().optional().describe('Name on the consent page.'),
  redirect_uris: z
    .array(z.string().min(1))
    .default([])
    .describe('Allowed redirect URIs, compared character by character. RFC 9700 §2.1'),
  grant_types: z
    .array(z.string())
    .default(['authorization_code'])
    .describe('RFC 7591 §2. Default: `authorization_code`.'),
  response_types: z
    .array(z.string())
    .optional()
    .describe('RFC 7591 §2. Default: `code`, if the client may use the authorization code grant.'),
  scope: z.string().default('').describe('Scopes that the client may request, separated by spaces.'),
  token_endpoint_auth_method: z
    .enum(hostedAuthentications)
    .optional()
    .describe(
      'The only accepted client authentication method. Default: the secret, if any, in the header or the form. The profile `strict` accepts only the header. RFC 7591 §2',
    ),
  roll_refresh_tokens: z
    .boolean()
    .optional()
    .describe('Overrides of the server policy. Default: the settings of the server.'),
  require_pkce: z.boolean().optional().describe('Overrides `requirePkce` of the server.'),
  access_token_lifetime_seconds: z
    .int()
    .positive()
    .optional()
    .describe('Overrides `accessTokenLifetimeSeconds` of the server.'),
  refresh_token_lifetime_seconds: z
    .int()
    .positive()
    .optional()
    .describe('Overrides `refreshTokenLifetimeSeconds` of the server.'),
  skip_consent: z
    .boolean()
    .optional()
    .describe('Whether requests of the client are approved without consent.'),
  access_token_format: accessTokenFormatSchema
    .optional()
    .describe('Overrides `accessTokenFormat` of the server.'),
  access_token_signed_response_alg: signingAlgorithmSchema
    .optional()
    .describe('Overrides `accessTokenSigningAlgorithm` of the server.'),
  id_token_signed_response_alg: signingAlgorithmSchema
    .optional()
    .describe('OpenID Connect Registration §2. Default: RS256.'),
  audience: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'Audiences of access tokens: the first is the default, and a request may name any of them. RFC 8707 §2',
    ),
  token_endpoint_auth_signing_alg: z
    .enum(assertionAlgorithms)
    .optional()
    .describe(
      'The only accepted algorithm of client assertions. Default: every algorithm of the method. OpenID Connect Registration §2',
    ),
  private_key: secretValueSchema
    .optional()
    .describe('Private key with which the flow debugger signs as this client: a JWK as JSON, or PEM.'),
  jwks_uri: calledUrlSchema
    .optional()
    .describe('URL of the public keys of the client, instead of `jwks`. RFC 7591 §2'),
  jwks: publicKeySetSchema('client')
    .optional()
    .describe('Public keys of the client, for its assertions and its request objects. RFC 7591 §2'),
  dpop_bound_access_tokens: z
    .boolean()
    .optional()
    .describe('Whether the client gets only access tokens that are bound to a key. RFC 9449 §5.2'),
  request_object_signing_alg: z
    .string()
    .optional()
    .describe('The only accepted algorithm of request objects. `none` allows unsigned ones. RFC 9101 §10.5'),
  require_signed_request_object: z
    .boolean()
    .optional()
    .describe('Whether request objects must be signed. RFC 9101 §10.5'),
  require_pushed_authorization_requests: z
    .boolean()
    .optional()
    .describe('Whether authorization requests of the client must be pushed. RFC 9126 §6'),
  authorization_signed_response_alg: signingAlgorithmSchema
    .optional()
    .describe('Signature algorithm of authorization responses that are JWTs. JARM §3. Default: RS256.'),
  request_uris: z
    .array(z.url({ protocol: /^https?$/ }))
    .optional()
    .describe(
      'URLs from which request objects may be fetched. Other URLs are never requested. OpenID Connect Registration §2',
    ),
  post_logout_redirect_uris: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'Allowed addresses after a sign-out, compared character by character. OpenID Connect RP-Initiated Logout §3.1',
    ),
  backchannel_logout_uri: calledUrlSchema
    .refine((url) => /^https?:\/\/[^/?{}$]+([/?]|$)/i.test(url) && !url.includes('#'), {
      error: 'Use a fixed address without placeholders and without a fragment.',
    })
    .optional()
    .describe('URL that receives logout tokens. OpenID Connect Back-Channel Logout §2.2'),
  backchannel_logout_session_required: z
    .boolean()
    .optional()
    .describe(
      'Whether the client needs the session in logout tokens. They always name it. OpenID Connect Back-Channel Logout §2.2',
    ),
  identity_provider: z
    .string()
    .optional()
    .describe('Name of the identity provider where users of this client sign in instead.'),
  application_type: z
    .enum(['web', 'native', 'worker'])
    .optional()
    .describe(
      'Kind of application. Only workers may call platform APIs. OpenID Connect Registration §2, spec 3 §5',
    ),
});

/** True if a public client, which anyone can claim to be, could have any token validated. */
function isPublicValidator(client: z.output<typeof clientMembersSchema>): boolean {
  const { token_endpoint_auth_method: method, client_secret: secret } = client;
  return isPublicRegistration(method, secret !== undefined) && client.grant_types.some(isValidateBearer);
}

/** `oauth/clients/<client_id>.json`: RFC 7591 §2 names, own members beside them in snake case. */
export const clientFileSchema = clientMembersSchema
  .refine((client) => !isPublicValidator(client), {
    path: ['grant_types'],
    error: 'A client that validates tokens must authenticate. Set a client_secret. RFC 7662 §2.1',
  })
  .refine((client) => client.jwks === undefined || client.jwks_uri === undefined, {
    path: ['jwks_uri'],
    error: 'A client has either jwks or jwks_uri. Remove one of them. RFC 7591 §2',
  });

/** `oauth/users/<username>.json`. */
export const userFileSchema = z.looseObject({
  username: z.string().min(1).max(256).describe('User name for the sign-in. It must match the file name.'),
  password: secretValueSchema.describe('Password.'),
  pin: secretValueSchema.optional().describe('A second secret, for validators that require it.'),
  claims: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Claims in ID tokens and UserInfo responses, by scope.'),
});

/** A client as the authorization server uses it. Its secret is resolved and hashed; clear text is not kept. */
export interface Client {
  readonly clientId: string;
  readonly clientName: string;
  /** Registered to say its name without a proof. RFC 6749 §2.1 */
  readonly isPublic: boolean;
  /** SHA-256 of the secret; null for a client without one, which need not be public. */
  readonly secretSha256: Uint8Array | null;
  /** How it is registered to show who it is; undefined: in any way for which it has what is needed. */
  readonly authentication: HostedAuthentication | undefined;
  /** The only accepted algorithm of its assertions; undefined: every algorithm of its method. */
  readonly assertionAlgorithm: string | undefined;
  readonly keys: ClientKeys;
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
  /** True if it gets no token without a proof of a key. RFC 9449 §5.2 */
  readonly dpopBoundAccessTokens: boolean;
  readonly requestObject: RequestObjectPolicy;
  /** Its authorization requests must be pushed. RFC 9126 §6 */
  readonly requiresPush: boolean;
  /** How authorization responses are signed that are JWTs. JARM §3 */
  readonly responseAlgorithm: SigningAlgorithm;
  readonly logout: ClientLogout;
  /** Name of the identity provider at which its users sign in; undefined: here. */
  readonly identityProvider: string | undefined;
  readonly applicationType: 'web' | 'native' | 'worker';
  /** Hash of what a user agreed to, where a document at its client_id describes it; undefined: it is registered. */
  readonly documentHash: string | undefined;
}

/** Where the public keys of a client are. RFC 7591 §2 */
export interface ClientKeys {
  /** JWKs as the registration has them. */
  readonly inline: readonly Readonly<Record<string, unknown>>[];
  /** Where the client publishes them instead; undefined: nowhere. */
  readonly uri: string | undefined;
}

/** How the client takes part in sign-outs. OpenID Connect RP-Initiated Logout §3.1, Back-Channel Logout §2.2 */
export interface ClientLogout {
  /** Where the browser may go after a sign-out. */
  readonly redirectUris: readonly string[];
  /** Where the client is told that its user signed out; undefined: it is not told. */
  readonly backchannelUri: string | undefined;
}

/** The client's policy for request objects. RFC 9101 */
export interface RequestObjectPolicy {
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
  jwtIssuers(): readonly JwtIssuer[];
  identityProviders(): readonly IdentityProvider[];
}
