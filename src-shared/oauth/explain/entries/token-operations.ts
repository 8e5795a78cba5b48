import type { Entry } from '../entry.ts';

const form = { at: ['body', 'query'] } as const;
const answer = { at: ['response-json'] } as const;
const description = ['introspection', 'validation'] as const;

/** Asking about tokens, ending them and using them. RFC 7662, RFC 7009, RFC 6750 */
export const tokenOperationEntries: readonly Entry[] = [
  {
    ...form,
    name: 'token',
    kinds: ['introspection'],
    sentence: 'The token to describe.',
    without: 'The server has no token to describe.',
    clause: 'RFC 7662 §2.1',
  },
  {
    ...form,
    name: 'token',
    kinds: ['validation'],
    sentence: 'The access token that the resource server received.',
    without: 'The server rejects the request with invalid_request.',
    clause: 'Specification 1 §2.3',
  },
  {
    ...form,
    name: 'token',
    kinds: ['revocation'],
    sentence: 'The token to revoke.',
    without: 'The server has no token to revoke.',
    clause: 'RFC 7009 §2.1',
  },
  {
    ...form,
    name: 'token_type_hint',
    kinds: ['introspection', 'revocation'],
    sentence: 'The type of token to look for first; a wrong hint has no effect.',
    clause: 'RFC 7009 §2.1',
    values: [
      { value: 'access_token', sentence: 'Here: access tokens.' },
      { value: 'refresh_token', sentence: 'Here: refresh tokens.' },
    ],
  },
  {
    ...form,
    name: 'aud',
    kinds: ['validation'],
    sentence: 'The resource server that asks; a token for another one is rejected.',
    without: 'A token for another resource server is reported as valid.',
    clause: 'RFC 9700 §2.3',
  },
  {
    name: 'access_token',
    at: ['query'],
    kinds: ['resource', 'userinfo'],
    sentence: 'The access token, in the URL.',
    clause: 'RFC 6750 §2.3',
    concern:
      'URLs end up in logs, browser histories and Referer headers, where a token must not be. RFC 9700 §4.3.2',
  },
  {
    name: 'access_token',
    at: ['body'],
    kinds: ['resource', 'userinfo'],
    sentence: 'The access token in a form; only for clients that cannot set headers.',
    clause: 'RFC 6750 §2.2',
  },
  {
    ...answer,
    name: 'access_token',
    kinds: ['validation'],
    sentence: 'The attributes of the token’s user; a client’s own token has none.',
    without: 'The resource server does not know the user.',
    clause: 'Specification 1 §2.3',
  },
  {
    ...answer,
    name: 'active',
    kinds: ['introspection'],
    sentence: 'Whether the token is valid for the caller; nothing else is returned for invalid ones.',
    without: 'The response is not one of an introspection endpoint.',
    clause: 'RFC 7662 §2.2',
    values: [
      { value: 'true', sentence: 'Here: it is valid.' },
      { value: 'false', sentence: 'Here: it is invalid, for any reason.' },
    ],
  },
  {
    ...answer,
    name: 'scope',
    kinds: description,
    sentence: 'The rights of the token; the resource server compares them with the request.',
    clause: 'RFC 7662 §2.2',
  },
  {
    ...answer,
    name: 'client_id',
    kinds: description,
    sentence: 'The client that the token was issued to.',
    clause: 'RFC 7662 §2.2',
  },
  {
    ...answer,
    name: 'username',
    kinds: description,
    sentence: 'The user name, for display.',
    clause: 'RFC 7662 §2.2',
  },
  {
    ...answer,
    name: 'keys',
    kinds: ['keys'],
    sentence: 'The public keys for verifying the server’s signatures; kid selects one.',
    without: 'Its tokens cannot be verified.',
    clause: 'RFC 7517 §5',
  },
];

const claims = {
  at: ['response-json'],
  kinds: ['introspection', 'validation', 'userinfo'],
} as const;

/** Claims that are told of a token or of a user. RFC 7519 §4.1, OpenID Connect Core §5.1 */
export const claimEntries: readonly Entry[] = [
  {
    ...claims,
    name: 'sub',
    sentence: 'The subject of the token, by an identifier that never changes at this server.',
    without: 'Required in UserInfo: the client compares it with that of the ID token.',
    clause: 'RFC 7519 §4.1.2',
  },
  { ...claims, name: 'iss', sentence: 'The server that issued the token.', clause: 'RFC 7519 §4.1.1' },
  {
    ...claims,
    name: 'aud',
    sentence: 'The audience of the token; others must reject it.',
    without: 'The token may work at servers that it was not meant for.',
    clause: 'RFC 7519 §4.1.3',
  },
  {
    ...claims,
    name: 'exp',
    sentence: 'When the token expires, in seconds since 1970.',
    clause: 'RFC 7519 §4.1.4',
  },
  {
    ...claims,
    name: 'nbf',
    sentence: 'When the token becomes valid, in seconds since 1970.',
    clause: 'RFC 7519 §4.1.5',
  },
  {
    ...claims,
    name: 'iat',
    sentence: 'When the token was issued, in seconds since 1970.',
    clause: 'RFC 7519 §4.1.6',
  },
  {
    ...claims,
    name: 'jti',
    sentence: 'The unique id of the token, for detecting replay.',
    clause: 'RFC 7519 §4.1.7',
  },
  {
    ...claims,
    name: 'act',
    sentence: 'The party that acts on behalf of the subject.',
    clause: 'RFC 8693 §4.1',
  },
  {
    ...claims,
    name: 'cnf',
    sentence: 'The key that the token is bound to; without it, the token is useless.',
    clause: 'RFC 7800 §3.1',
  },
  { ...claims, name: 'name', sentence: 'The user’s full name.', clause: 'OpenID Connect Core §5.1' },
  {
    ...claims,
    name: 'preferred_username',
    sentence: 'The name that the user prefers.',
    clause: 'OpenID Connect Core §5.1',
  },
  {
    ...claims,
    name: 'email',
    sentence: 'The user’s email address; it can change, so it is not an identifier.',
    clause: 'OpenID Connect Core §5.1',
  },
  {
    ...claims,
    name: 'email_verified',
    sentence: 'Whether the server has verified the email address.',
    without: 'Linking accounts by an unverified address allows account takeover.',
    clause: 'OpenID Connect Core §5.1',
  },
];
