/** Whether a grant has a capability: `conditional` where it depends on what `remark` says. */
export interface Capability {
  readonly has: 'yes' | 'no' | 'conditional';
  readonly remark?: string;
}

export type GrantFlow =
  | 'authorization_code'
  | 'implicit'
  | 'client_credentials'
  | 'password'
  | 'saml2_bearer';

/** What a grant can do. RFC 6749 §1.3, RFC 7522 §2.1. */
export interface GrantCapabilities {
  readonly flow: GrantFlow;
  readonly title: string;
  /** What a registration must allow: response types and grant types. */
  readonly responseTypes: readonly string[];
  readonly grantTypes: readonly string[];
  readonly browserInteraction: Capability;
  readonly externalIdentityProvider: Capability;
  readonly requiresClientAuthentication: Capability;
  readonly clientKnowsCredentials: Capability;
  readonly refreshTokenAllowed: Capability;
  readonly userContext: Capability;
}

/** Trades one token for another. RFC 8693 §2.1 */
export const tokenExchangeGrantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
/** Trades a SAML assertion for a token. RFC 7522 §2.1 */
export const samlBearerGrantType = 'urn:ietf:params:oauth:grant-type:saml2-bearer';

const yes: Capability = { has: 'yes' };
const no: Capability = { has: 'no' };

/** The grant types and their capabilities, one entry a column of the capability table. */
export const grantCapabilities: readonly GrantCapabilities[] = [
  {
    flow: 'authorization_code',
    title: 'Authorization code',
    responseTypes: ['code'],
    grantTypes: ['authorization_code'],
    browserInteraction: yes,
    externalIdentityProvider: yes,
    requiresClientAuthentication: {
      has: 'no',
      remark: 'A code exchanged without it can be exchanged by a thief.',
    },
    clientKnowsCredentials: no,
    refreshTokenAllowed: yes,
    userContext: yes,
  },
  {
    flow: 'implicit',
    title: 'Implicit',
    responseTypes: ['token'],
    grantTypes: [],
    browserInteraction: yes,
    externalIdentityProvider: yes,
    requiresClientAuthentication: no,
    clientKnowsCredentials: no,
    refreshTokenAllowed: no,
    userContext: yes,
  },
  {
    flow: 'client_credentials',
    title: 'Client credentials',
    responseTypes: [],
    grantTypes: ['client_credentials'],
    browserInteraction: no,
    externalIdentityProvider: no,
    requiresClientAuthentication: yes,
    clientKnowsCredentials: no,
    refreshTokenAllowed: no,
    userContext: no,
  },
  {
    flow: 'password',
    title: 'Resource owner password credentials',
    responseTypes: [],
    grantTypes: ['password'],
    browserInteraction: no,
    externalIdentityProvider: no,
    requiresClientAuthentication: no,
    clientKnowsCredentials: yes,
    refreshTokenAllowed: yes,
    userContext: yes,
  },
  {
    flow: 'saml2_bearer',
    title: 'SAML 2.0 bearer assertion',
    responseTypes: [],
    grantTypes: [samlBearerGrantType],
    browserInteraction: { has: 'no', remark: 'What produces the assertion may ask the user.' },
    externalIdentityProvider: { has: 'conditional', remark: 'Where the server can verify the assertion.' },
    requiresClientAuthentication: no,
    clientKnowsCredentials: no,
    refreshTokenAllowed: no,
    userContext: { has: 'conditional', remark: 'The subject may be a user, a service or the client.' },
  },
];

/** The capabilities of the grant that a `grant_type` value begins; undefined for refresh and extension grants. */
export function capabilitiesOfGrantType(grantType: string): GrantCapabilities | undefined {
  return grantCapabilities.find((entry) => entry.grantTypes.includes(grantType));
}

/** The name of the validation grant for a vendor's URN part. */
export function validateBearerGrantType(vendorUrn: string): string {
  return `urn:${vendorUrn}:oauth2:grant_type:validate_bearer`;
}
