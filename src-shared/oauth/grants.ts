import type { ResponseTypeName } from './response-types.ts';

/** Every grant, in the order in which it is offered. A new one begins here: the compiler names each place that lacks it. */
export const grantIds = [
  'authorization_code',
  'refresh_token',
  'implicit',
  'client_credentials',
  'password',
  'saml2_bearer',
  'jwt_bearer',
  'token_exchange',
  'validate_bearer',
] as const;
export type GrantId = (typeof grantIds)[number];

/** The grants of the token endpoint: all but the one that the authorization endpoint answers alone. RFC 6749 §4.2 */
export type TokenGrantId = Exclude<GrantId, 'implicit'>;

/** Support of a capability by a grant: `conditional` where it depends on the condition in `remark`. */
export interface Capability {
  readonly has: 'yes' | 'no' | 'conditional';
  readonly remark?: string;
}

/** The capabilities of a grant: a column of the capability table. RFC 6749 §1.3, RFC 7522 §2.1 */
export interface GrantCapabilities {
  readonly browserInteraction: Capability;
  readonly externalIdentityProvider: Capability;
  readonly requiresClientAuthentication: Capability;
  readonly clientKnowsCredentials: Capability;
  readonly refreshTokenAllowed: Capability;
  readonly userContext: Capability;
}

/** The common description of a grant; its behaviour is implemented beside its service, by the same id. */
export interface GrantDescriptor {
  readonly title: string;
  /** The value of `grant_type`, for the URN part of a vendor; the other endpoint's grant is only registered by it. RFC 7591 §2 */
  readonly grantType: (vendorUrn: string) => string;
  /** Response types that a registration must allow for it. */
  readonly responseTypes: readonly ResponseTypeName[];
  /** A public client is always refused. */
  readonly needsSecret: boolean;
  /** Parameters of its token request besides those of every grant, and which of them are secrets. */
  readonly parameters: Readonly<Record<string, 'secret' | 'plain'>>;
  /** Parameters of which a request may have several. */
  readonly repeatable?: readonly string[];
  /** Null: it works on what another grant gave. */
  readonly capabilities: GrantCapabilities | null;
  /** The name of the grant in exports of the other product; null: they know no such grant. */
  readonly productName: string | null;
  /** The meaning of its `grant_type` in a request. */
  readonly meaning: { readonly sentence: string; readonly clause: string; readonly concern?: string };
}

/** Trades one token for another. RFC 8693 §2.1 */
export const tokenExchangeGrantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
/** Trades a SAML assertion for a token. RFC 7522 §2.1 */
export const samlBearerGrantType = 'urn:ietf:params:oauth:grant-type:saml2-bearer';

/** Trades a JWT of a trusted issuer for a token. RFC 7523 §2.1 */
export const jwtBearerGrantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The name of the validation grant for a vendor's URN part. */
export function validateBearerGrantType(vendorUrn: string): string {
  return `urn:${vendorUrn}:oauth2:grant_type:validate_bearer`;
}

const yes: Capability = { has: 'yes' };
const no: Capability = { has: 'no' };

/** Every grant. What server, lint, screens, flows, interchange, explanations and reference pages say of it comes from here. */
export const grants: Readonly<Record<GrantId, GrantDescriptor>> = {
  authorization_code: {
    title: 'Authorization code',
    grantType: () => 'authorization_code',
    responseTypes: ['code'],
    needsSecret: false,
    parameters: { code: 'secret', code_verifier: 'secret', redirect_uri: 'plain' },
    capabilities: {
      browserInteraction: yes,
      externalIdentityProvider: yes,
      requiresClientAuthentication: {
        has: 'no',
        remark: 'A code that can be redeemed without PKCE can be redeemed by an attacker.',
      },
      clientKnowsCredentials: no,
      refreshTokenAllowed: yes,
      userContext: yes,
    },
    productName: 'AUTHORIZATION_CODE',
    meaning: { sentence: 'Here: a code from the authorization endpoint.', clause: 'RFC 6749 §4.1.3' },
  },
  refresh_token: {
    title: 'Refresh token',
    grantType: () => 'refresh_token',
    responseTypes: [],
    needsSecret: false,
    parameters: { refresh_token: 'secret' },
    capabilities: null,
    productName: 'REFRESH_TOKEN',
    meaning: { sentence: 'Here: a refresh token.', clause: 'RFC 6749 §6' },
  },
  implicit: {
    title: 'Implicit',
    grantType: () => 'implicit',
    responseTypes: ['token'],
    needsSecret: false,
    parameters: {},
    capabilities: {
      browserInteraction: yes,
      externalIdentityProvider: yes,
      requiresClientAuthentication: no,
      clientKnowsCredentials: no,
      refreshTokenAllowed: no,
      userContext: yes,
    },
    productName: 'IMPLICIT',
    meaning: {
      sentence: 'Here: a grant without a token request; the authorization endpoint issues the token.',
      clause: 'RFC 6749 §4.2',
    },
  },
  client_credentials: {
    title: 'Client credentials',
    grantType: () => 'client_credentials',
    responseTypes: [],
    needsSecret: true,
    parameters: {},
    capabilities: {
      browserInteraction: no,
      externalIdentityProvider: no,
      requiresClientAuthentication: yes,
      clientKnowsCredentials: no,
      refreshTokenAllowed: no,
      userContext: no,
    },
    productName: 'CLIENT_CREDENTIALS',
    meaning: { sentence: 'Here: the client acts for itself, without a user.', clause: 'RFC 6749 §4.4.2' },
  },
  password: {
    title: 'Resource owner password credentials',
    grantType: () => 'password',
    responseTypes: [],
    needsSecret: false,
    parameters: { username: 'plain', password: 'secret' },
    capabilities: {
      browserInteraction: no,
      externalIdentityProvider: no,
      requiresClientAuthentication: no,
      clientKnowsCredentials: yes,
      refreshTokenAllowed: yes,
      userContext: yes,
    },
    productName: 'RESOURCE_OWNER_CREDENTIALS',
    meaning: {
      sentence: 'Here: user name and password, which the client knows.',
      clause: 'RFC 6749 §4.3.2',
      concern:
        'The client learns the password, and a second factor is impossible: this grant must not be used. RFC 9700 §2.4',
    },
  },
  saml2_bearer: {
    title: 'SAML 2.0 bearer assertion',
    grantType: () => samlBearerGrantType,
    responseTypes: [],
    needsSecret: false,
    parameters: { assertion: 'secret' },
    capabilities: {
      browserInteraction: { has: 'no', remark: 'The issuer of the assertion may ask the user.' },
      externalIdentityProvider: { has: 'conditional', remark: 'If the server can verify the assertion.' },
      requiresClientAuthentication: no,
      clientKnowsCredentials: no,
      refreshTokenAllowed: no,
      userContext: { has: 'conditional', remark: 'The subject may be a user, a service or the client.' },
    },
    productName: 'EXTENSION',
    meaning: {
      sentence: 'Here: a SAML 2.0 assertion of a trusted issuer.',
      clause: 'RFC 7522 §2.1',
    },
  },
  jwt_bearer: {
    title: 'JWT bearer assertion',
    grantType: () => jwtBearerGrantType,
    responseTypes: [],
    needsSecret: false,
    parameters: { assertion: 'secret' },
    capabilities: {
      browserInteraction: { has: 'no', remark: 'The issuer of the assertion may ask the user.' },
      externalIdentityProvider: { has: 'conditional', remark: 'If the server can verify the assertion.' },
      requiresClientAuthentication: {
        has: 'no',
        remark: 'A client that redeems an ID-JAG must authenticate.',
      },
      clientKnowsCredentials: no,
      refreshTokenAllowed: no,
      userContext: { has: 'conditional', remark: 'The subject may be a user, a service or the client.' },
    },
    productName: null,
    meaning: {
      sentence: 'Here: a JWT of a trusted issuer.',
      clause: 'RFC 7523 §2.1',
    },
  },
  token_exchange: {
    title: 'Token exchange',
    grantType: () => tokenExchangeGrantType,
    responseTypes: [],
    needsSecret: false,
    parameters: { subject_token: 'secret', actor_token: 'secret' },
    repeatable: ['audience', 'resource'],
    capabilities: null,
    productName: 'TOKEN_EXCHANGE',
    meaning: {
      sentence:
        'Here: a token that is exchanged for one with another audience or on behalf of another party.',
      clause: 'RFC 8693 §2.1',
    },
  },
  validate_bearer: {
    title: 'Token validation',
    grantType: validateBearerGrantType,
    responseTypes: [],
    needsSecret: true,
    parameters: { token: 'secret' },
    capabilities: null,
    productName: 'ACCESS_TOKEN_VALIDATION',
    meaning: {
      sentence: 'Here: no token is requested; a resource server validates a token.',
      clause: 'Specification 1 §2.3',
    },
  },
};

/** The grants of the token endpoint. */
export const tokenGrantIds: readonly TokenGrantId[] = grantIds.filter((id) => id !== 'implicit');

/** The grant of a `grant_type`, as a registration or request has it; undefined where none is called so. */
export function grantOfType(grantType: string, vendorUrn: string): GrantId | undefined {
  return grantIds.find((id) => grants[id].grantType(vendorUrn) === grantType);
}

/** True if a `grant_type` requests the validation of a token, whatever the vendor in its URN. */
export function isValidateBearer(grantType: string): boolean {
  return /^urn:[^:]+:oauth2:grant_type:validate_bearer$/.test(grantType);
}

/** True if a grant issues refresh tokens. RFC 6749 §1.5 */
export function givesRefreshToken(id: GrantId): boolean {
  return grants[id].capabilities?.refreshTokenAllowed.has === 'yes';
}
