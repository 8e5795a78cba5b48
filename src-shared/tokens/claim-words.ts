/** The purpose of a registered name in a token. */
export interface ClaimWords {
  readonly title: string;
  readonly sentence: string;
  readonly clause: string;
  /** True if its value is an instant in seconds. RFC 7519 §2 */
  readonly isInstant?: boolean;
}

/** Header parameters of a JWS, by their names. RFC 7515 §4.1, RFC 7797 §3 */
export const headerWords: Readonly<Record<string, ClaimWords>> = {
  alg: {
    title: 'Algorithm',
    sentence: 'The algorithm of the signature. A recipient decides which algorithms it accepts.',
    clause: 'RFC 7515 §4.1.1',
  },
  jku: {
    title: 'JWK Set URL',
    sentence: 'Where the token says its keys are. The sender of the token controls this value.',
    clause: 'RFC 7515 §4.1.2',
  },
  jwk: {
    title: 'JSON Web Key',
    sentence: 'A key in the token itself. It proves nothing.',
    clause: 'RFC 7515 §4.1.3',
  },
  kid: { title: 'Key ID', sentence: 'A hint to the key of the signature.', clause: 'RFC 7515 §4.1.4' },
  x5u: {
    title: 'X.509 URL',
    sentence: 'Where the token says its certificate is.',
    clause: 'RFC 7515 §4.1.5',
  },
  x5c: {
    title: 'X.509 certificate chain',
    sentence: 'Certificates in the token itself.',
    clause: 'RFC 7515 §4.1.6',
  },
  x5t: {
    title: 'Certificate thumbprint',
    sentence: 'The SHA-1 digest of the certificate of the signing key.',
    clause: 'RFC 7515 §4.1.7',
  },
  'x5t#S256': {
    title: 'Certificate thumbprint',
    sentence: 'The SHA-256 digest of the certificate of the signing key.',
    clause: 'RFC 7515 §4.1.8',
  },
  typ: {
    title: 'Type',
    sentence: 'The kind of token, so that one kind cannot be used as another.',
    clause: 'RFC 8725 §3.11',
  },
  cty: {
    title: 'Content type',
    sentence: 'The content type. “JWT” means a nested token.',
    clause: 'RFC 7515 §4.1.10',
  },
  crit: {
    title: 'Critical',
    sentence: 'Header members that a recipient must understand. Otherwise, it must reject the token.',
    clause: 'RFC 7515 §4.1.11',
  },
  b64: {
    title: 'Payload encoding',
    sentence: 'False: the payload is not encoded. JWTs must not use it.',
    clause: 'RFC 7797 §3',
  },
  enc: {
    title: 'Content encryption',
    sentence: 'The encryption algorithm of the content.',
    clause: 'RFC 7516 §4.1.2',
  },
  zip: {
    title: 'Compression',
    sentence: 'The compression algorithm of the content before encryption.',
    clause: 'RFC 7516 §4.1.3',
  },
};

/** Claims of tokens, by their names: those that the protocols register. RFC 7519 §4.1 and the registry that it makes */
export const claimWords: Readonly<Record<string, ClaimWords>> = {
  iss: {
    title: 'Issuer',
    sentence: 'The issuer. A recipient compares it with the expected issuer.',
    clause: 'RFC 7519 §4.1.1',
  },
  sub: {
    title: 'Subject',
    sentence: 'The subject, as identified by the issuer.',
    clause: 'RFC 7519 §4.1.2',
  },
  aud: {
    title: 'Audience',
    sentence: 'The audience. Recipients that are not named must reject the token.',
    clause: 'RFC 7519 §4.1.3',
  },
  exp: {
    title: 'Expires',
    sentence: 'Recipients reject the token from this time.',
    clause: 'RFC 7519 §4.1.4',
    isInstant: true,
  },
  nbf: {
    title: 'Not before',
    sentence: 'Recipients reject the token before this time.',
    clause: 'RFC 7519 §4.1.5',
    isInstant: true,
  },
  iat: {
    title: 'Issued',
    sentence: 'When the token was issued.',
    clause: 'RFC 7519 §4.1.6',
    isInstant: true,
  },
  jti: {
    title: 'Token ID',
    sentence: 'The unique id of this token, for detecting replay.',
    clause: 'RFC 7519 §4.1.7',
  },
  auth_time: {
    title: 'Signed in',
    sentence: 'When the user last authenticated.',
    clause: 'OpenID Connect Core §2',
    isInstant: true,
  },
  updated_at: {
    title: 'Profile updated',
    sentence: 'When the claims about the user last changed.',
    clause: 'OpenID Connect Core §5.1',
    isInstant: true,
  },
  nonce: {
    title: 'Nonce',
    sentence: 'Binds an ID token to the authorization request of the client.',
    clause: 'OpenID Connect Core §2',
  },
  acr: {
    title: 'Authentication class',
    sentence: 'The authentication strength of the sign-in.',
    clause: 'OpenID Connect Core §2',
  },
  amr: {
    title: 'Authentication methods',
    sentence: 'The authentication methods of the sign-in.',
    clause: 'RFC 8176 §1',
  },
  azp: {
    title: 'Authorised party',
    sentence: 'The client that the ID token was issued to.',
    clause: 'OpenID Connect Core §2',
  },
  at_hash: {
    title: 'Access token hash',
    sentence: 'Binds the ID token to the access token in the same response.',
    clause: 'OpenID Connect Core §3.1.3.6',
  },
  c_hash: {
    title: 'Code hash',
    sentence: 'Binds the ID token to the code in the same response.',
    clause: 'OpenID Connect Core §3.3.2.11',
  },
  s_hash: {
    title: 'State hash',
    sentence: 'Binds the ID token to the state of the request.',
    clause: 'FAPI 1.0 Part 2 §5.1',
  },
  sid: {
    title: 'Session ID',
    sentence: 'The session in which the user signed in.',
    clause: 'OpenID Connect Back-Channel Logout §2.1',
  },
  client_id: {
    title: 'Client',
    sentence: 'The client that the token was issued to.',
    clause: 'RFC 8693 §4.3',
  },
  scope: { title: 'Scope', sentence: 'What the token may be used for.', clause: 'RFC 8693 §4.2' },
  act: { title: 'Actor', sentence: 'The party that acts on behalf of the subject.', clause: 'RFC 8693 §4.1' },
  may_act: {
    title: 'Authorised actor',
    sentence: 'The party that may act on behalf of the subject.',
    clause: 'RFC 8693 §4.4',
  },
  cnf: {
    title: 'Confirmation',
    sentence: 'The key whose possession the sender of the token must prove.',
    clause: 'RFC 7800 §3.1',
  },
  name: { title: 'Name', sentence: 'The full name of the user.', clause: 'OpenID Connect Core §5.1' },
  given_name: {
    title: 'Given name',
    sentence: 'The given name of the user.',
    clause: 'OpenID Connect Core §5.1',
  },
  family_name: {
    title: 'Family name',
    sentence: 'The family name of the user.',
    clause: 'OpenID Connect Core §5.1',
  },
  preferred_username: {
    title: 'User name',
    sentence: 'The name that the user prefers. It is not an identifier.',
    clause: 'OpenID Connect Core §5.7',
  },
  email: {
    title: 'Email address',
    sentence: 'The email address of the user. It is not an identifier.',
    clause: 'OpenID Connect Core §5.7',
  },
  email_verified: {
    title: 'Email verified',
    sentence: 'Whether the issuer has verified the email address.',
    clause: 'OpenID Connect Core §5.1',
  },
};

/** Returns the purpose of a name in a token; null if no registry explains it. */
export function wordsOf(name: string, part: 'header' | 'claims'): ClaimWords | null {
  const table = part === 'header' ? headerWords : claimWords;
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}

// Beyond this a number is no date that can be shown.
const maxSeconds = 8_640_000_000_000;

/** The instant that a claim names, in milliseconds; null where its value is no date. RFC 7519 §2 */
export function instantOfClaim(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= maxSeconds ? value * 1_000 : null;
}
