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
    sentence: 'The token about which is asked.',
    without: 'There is nothing to say anything about.',
    clause: 'RFC 7662 §2.1',
  },
  {
    ...form,
    name: 'token',
    kinds: ['validation'],
    sentence: 'The access token that somebody showed to the resource server.',
    without: 'The server refuses with invalid_request.',
    clause: 'Specification 1 §2.3',
  },
  {
    ...form,
    name: 'token',
    kinds: ['revocation'],
    sentence: 'The token that is to end at once.',
    without: 'There is nothing to end.',
    clause: 'RFC 7009 §2.1',
  },
  {
    ...form,
    name: 'token_type_hint',
    kinds: ['introspection', 'revocation'],
    sentence: 'Says where the server may look first; a wrong hint changes nothing.',
    clause: 'RFC 7009 §2.1',
    values: [
      { value: 'access_token', sentence: 'Here: among access tokens.' },
      { value: 'refresh_token', sentence: 'Here: among refresh tokens.' },
    ],
  },
  {
    ...form,
    name: 'aud',
    kinds: ['validation'],
    sentence: 'Names the resource server that asks: a token for another is refused.',
    without: 'A token that was meant for somebody else is found good.',
    clause: 'RFC 9700 §2.3',
  },
  {
    name: 'access_token',
    at: ['query'],
    kinds: ['resource', 'userinfo'],
    sentence: 'The access token, in the address.',
    clause: 'RFC 6750 §2.3',
    concern: 'Addresses stand in logs, histories and Referer headers: a token must not. RFC 9700 §4.3.2',
  },
  {
    name: 'access_token',
    at: ['body'],
    kinds: ['resource', 'userinfo'],
    sentence: 'The access token, in a form; only where a client cannot set headers.',
    clause: 'RFC 6750 §2.2',
  },
  {
    ...answer,
    name: 'access_token',
    kinds: ['validation'],
    sentence: 'The attributes of the user behind the token; of a client’s own token there are none.',
    without: 'The resource server does not know who asks.',
    clause: 'Specification 1 §2.3',
  },
  {
    ...answer,
    name: 'active',
    kinds: ['introspection'],
    sentence: 'Whether the token is good now, for who asks; of one that is not, nothing else is told.',
    without: 'It is no answer of an introspection endpoint.',
    clause: 'RFC 7662 §2.2',
    values: [
      { value: 'true', sentence: 'Here: it is.' },
      { value: 'false', sentence: 'Here: it is not, for whatever reason.' },
    ],
  },
  {
    ...answer,
    name: 'scope',
    kinds: description,
    sentence: 'What the token reaches; the resource server compares it with what is being done.',
    clause: 'RFC 7662 §2.2',
  },
  {
    ...answer,
    name: 'client_id',
    kinds: description,
    sentence: 'The client to which the token was issued.',
    clause: 'RFC 7662 §2.2',
  },
  {
    ...answer,
    name: 'username',
    kinds: description,
    sentence: 'The user’s name for people to read.',
    clause: 'RFC 7662 §2.2',
  },
  {
    ...answer,
    name: 'keys',
    kinds: ['keys'],
    sentence: 'The public keys with which signatures of the server are checked; kid says which.',
    without: 'Nobody can check its tokens.',
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
    sentence: 'Who the token is about, by a name that stays the same at this server.',
    without: 'In UserInfo it is required: the client compares it with the ID token’s.',
    clause: 'RFC 7519 §4.1.2',
  },
  { ...claims, name: 'iss', sentence: 'The server that issued the token.', clause: 'RFC 7519 §4.1.1' },
  {
    ...claims,
    name: 'aud',
    sentence: 'Whom the token is meant for: anybody else refuses it.',
    without: 'The token may be good at servers that it was never meant for.',
    clause: 'RFC 7519 §4.1.3',
  },
  {
    ...claims,
    name: 'exp',
    sentence: 'When the token ends, in seconds since 1970.',
    clause: 'RFC 7519 §4.1.4',
  },
  {
    ...claims,
    name: 'nbf',
    sentence: 'From when the token is good, in seconds since 1970.',
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
    sentence: 'A name for this one token, by which a second use is noticed.',
    clause: 'RFC 7519 §4.1.7',
  },
  { ...claims, name: 'act', sentence: 'Who acts in the name of the subject.', clause: 'RFC 8693 §4.1' },
  {
    ...claims,
    name: 'cnf',
    sentence: 'The key to which the token is bound: without it the token is of no use.',
    clause: 'RFC 7800 §3.1',
  },
  { ...claims, name: 'name', sentence: 'The user’s full name.', clause: 'OpenID Connect Core §5.1' },
  {
    ...claims,
    name: 'preferred_username',
    sentence: 'What the user likes to be called by.',
    clause: 'OpenID Connect Core §5.1',
  },
  {
    ...claims,
    name: 'email',
    sentence: 'The user’s address for mail; it can change, and is not a key.',
    clause: 'OpenID Connect Core §5.1',
  },
  {
    ...claims,
    name: 'email_verified',
    sentence: 'Whether the server knows that the address is the user’s.',
    without: 'Who links accounts by it can be handed somebody else’s.',
    clause: 'OpenID Connect Core §5.1',
  },
];
