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
    sentence: 'How it says that it is signed. A recipient decides which it takes.',
    clause: 'RFC 7515 §4.1.1',
  },
  jku: {
    title: 'JWK Set URL',
    sentence: 'Where its keys are said to be. Whoever wrote the token wrote this too.',
    clause: 'RFC 7515 §4.1.2',
  },
  jwk: {
    title: 'JSON Web Key',
    sentence: 'A key that the token itself brings. It proves nothing.',
    clause: 'RFC 7515 §4.1.3',
  },
  kid: { title: 'Key ID', sentence: 'A hint which key signed it.', clause: 'RFC 7515 §4.1.4' },
  x5u: { title: 'X.509 URL', sentence: 'Where its certificate is said to be.', clause: 'RFC 7515 §4.1.5' },
  x5c: {
    title: 'X.509 certificate chain',
    sentence: 'Certificates that the token itself brings.',
    clause: 'RFC 7515 §4.1.6',
  },
  x5t: {
    title: 'Certificate thumbprint',
    sentence: 'The SHA-1 digest of the certificate whose key signed it.',
    clause: 'RFC 7515 §4.1.7',
  },
  'x5t#S256': {
    title: 'Certificate thumbprint',
    sentence: 'The SHA-256 digest of the certificate whose key signed it.',
    clause: 'RFC 7515 §4.1.8',
  },
  typ: {
    title: 'Type',
    sentence: 'What kind of token it is, so that one kind is not taken for another.',
    clause: 'RFC 8725 §3.11',
  },
  cty: {
    title: 'Content type',
    sentence: 'What its content is; “JWT” where another token lies in it.',
    clause: 'RFC 7515 §4.1.10',
  },
  crit: {
    title: 'Critical',
    sentence: 'Header members that a recipient must understand, or refuse the token.',
    clause: 'RFC 7515 §4.1.11',
  },
  b64: {
    title: 'Payload encoding',
    sentence: 'False: the payload is not encoded. No JWT may use it.',
    clause: 'RFC 7797 §3',
  },
  enc: { title: 'Content encryption', sentence: 'How the content is encrypted.', clause: 'RFC 7516 §4.1.2' },
  zip: {
    title: 'Compression',
    sentence: 'How the content was compressed before it was encrypted.',
    clause: 'RFC 7516 §4.1.3',
  },
};

/** Claims of tokens, by their names: those that the protocols register. RFC 7519 §4.1 and the registry that it makes */
export const claimWords: Readonly<Record<string, ClaimWords>> = {
  iss: {
    title: 'Issuer',
    sentence: 'Who issued it. A recipient compares it with the one that it expects.',
    clause: 'RFC 7519 §4.1.1',
  },
  sub: {
    title: 'Subject',
    sentence: 'Whom it speaks of, in the names of the issuer.',
    clause: 'RFC 7519 §4.1.2',
  },
  aud: {
    title: 'Audience',
    sentence: 'Whom it is meant for. Whoever is not named refuses it.',
    clause: 'RFC 7519 §4.1.3',
  },
  exp: {
    title: 'Expires',
    sentence: 'From then on it is refused.',
    clause: 'RFC 7519 §4.1.4',
    isInstant: true,
  },
  nbf: {
    title: 'Not before',
    sentence: 'Until then it is refused.',
    clause: 'RFC 7519 §4.1.5',
    isInstant: true,
  },
  iat: { title: 'Issued', sentence: 'When it was issued.', clause: 'RFC 7519 §4.1.6', isInstant: true },
  jti: {
    title: 'Token ID',
    sentence: 'Names this one token, so that it can be taken once.',
    clause: 'RFC 7519 §4.1.7',
  },
  auth_time: {
    title: 'Signed in',
    sentence: 'When the user last proved who they are.',
    clause: 'OpenID Connect Core §2',
    isInstant: true,
  },
  updated_at: {
    title: 'Profile updated',
    sentence: 'When what is known of the user last changed.',
    clause: 'OpenID Connect Core §5.1',
    isInstant: true,
  },
  nonce: {
    title: 'Nonce',
    sentence: 'Ties an ID token to the request of the client that asked for it.',
    clause: 'OpenID Connect Core §2',
  },
  acr: {
    title: 'Authentication class',
    sentence: 'How strong the sign-in was.',
    clause: 'OpenID Connect Core §2',
  },
  amr: {
    title: 'Authentication methods',
    sentence: 'By what means the user signed in.',
    clause: 'RFC 8176 §1',
  },
  azp: {
    title: 'Authorised party',
    sentence: 'The client that the ID token was issued to.',
    clause: 'OpenID Connect Core §2',
  },
  at_hash: {
    title: 'Access token hash',
    sentence: 'Ties the ID token to the access token beside it.',
    clause: 'OpenID Connect Core §3.1.3.6',
  },
  c_hash: {
    title: 'Code hash',
    sentence: 'Ties the ID token to the code beside it.',
    clause: 'OpenID Connect Core §3.3.2.11',
  },
  s_hash: {
    title: 'State hash',
    sentence: 'Ties the ID token to the state of the request.',
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
  act: { title: 'Actor', sentence: 'Who acts on behalf of the subject.', clause: 'RFC 8693 §4.1' },
  may_act: {
    title: 'Authorised actor',
    sentence: 'Who may act on behalf of the subject.',
    clause: 'RFC 8693 §4.4',
  },
  cnf: {
    title: 'Confirmation',
    sentence: 'The key that whoever presents the token has to prove.',
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
    sentence: 'The name that the user goes by; not a name to tell users apart by.',
    clause: 'OpenID Connect Core §5.7',
  },
  email: {
    title: 'E-mail address',
    sentence: 'The address of the user; not a name to tell users apart by.',
    clause: 'OpenID Connect Core §5.7',
  },
  email_verified: {
    title: 'Address verified',
    sentence: 'Whether the issuer has seen that the address is the user’s.',
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
