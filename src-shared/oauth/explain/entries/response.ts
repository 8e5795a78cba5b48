import type { Entry } from '../entry.ts';

const inFront = { at: ['location', 'query', 'body'], kinds: ['authorization', 'page', 'callback'] } as const;

/** Parameters of an authorization response, in the Location header and as they arrive at the client. RFC 6749 §4.1.2 */
export const responseEntries: readonly Entry[] = [
  {
    ...inFront,
    name: 'code',
    sentence: 'A short-lived code that is good once: the client changes it for tokens.',
    without: 'There is nothing to change; an error should stand in its place.',
    clause: 'RFC 6749 §4.1.2',
  },
  {
    ...inFront,
    name: 'state',
    sentence: 'The client’s own value, back unchanged: the client compares it with what it sent.',
    without: 'The client must refuse the answer, since it cannot tell whose it is.',
    clause: 'RFC 6749 §10.12',
  },
  {
    ...inFront,
    name: 'iss',
    sentence: 'Says which server answers, so that a client of several is not led to the wrong one.',
    without: 'A client of several servers can be made to send a code to an attacker’s server (mix-up).',
    clause: 'RFC 9207 §2',
  },
  {
    ...inFront,
    name: 'session_state',
    sentence: 'Lets the client notice when the user’s session at the server changes.',
    clause: 'OpenID Connect Session Management §3',
  },
];

const token = { at: ['response-json', 'location', 'query', 'body'] } as const;
const issuing = ['token', 'authorization', 'page', 'callback'] as const;

/** Members of a token response, and what of them comes through the browser. RFC 6749 §5.1 and §4.2.2 */
export const tokenResponseEntries: readonly Entry[] = [
  {
    ...token,
    name: 'access_token',
    kinds: issuing,
    sentence: 'The token itself: who holds it may do what its scope says, until it ends.',
    without: 'It is no successful answer.',
    clause: 'RFC 6749 §5.1',
  },
  {
    ...token,
    name: 'token_type',
    kinds: [...issuing, 'validation', 'introspection'],
    sentence: 'Says how the token is to be used; a client must not use one of a type that it does not know.',
    without: 'The client cannot know how to use the token, and must not.',
    clause: 'RFC 6749 §7.1',
    values: [
      {
        value: /bearer/i,
        sentence: 'Here: whoever has it may use it, without proof.',
        clause: 'RFC 6750 §1.2',
      },
      {
        value: /dpop/i,
        sentence: 'Here: each use needs a proof made with the client’s key.',
        clause: 'RFC 9449 §5',
      },
      {
        value: /n_a/i,
        sentence: 'Here: what was issued is not used to reach a resource.',
        clause: 'RFC 8693 §2.2.1',
      },
      {
        value: /urn:[^:]+:oauth2:validated_token/,
        sentence: 'Here: the description of a token, not a token.',
      },
    ],
  },
  {
    ...token,
    name: 'expires_in',
    kinds: [...issuing, 'validation'],
    sentence: 'Says for how many seconds from now the token is good.',
    without: 'The client learns of the end only from a refusal.',
    clause: 'RFC 6749 §5.1',
  },
  {
    ...token,
    name: 'refresh_token',
    kinds: ['token'],
    sentence: 'Lets the client get new access tokens without the user; it is the most valuable thing here.',
    without: 'When the access token ends, the user is asked again.',
    clause: 'RFC 6749 §1.5',
  },
  {
    ...token,
    name: 'id_token',
    kinds: issuing,
    sentence: 'A signed statement about the sign-in for the client; it is not for use at a resource.',
    without: 'The client may not conclude who signed in.',
    clause: 'OpenID Connect Core §2',
  },
  {
    ...token,
    name: 'scope',
    kinds: issuing,
    sentence: 'The rights that were granted; it must be there when they differ from those asked for.',
    without: 'The client may take it that it got all it asked for.',
    clause: 'RFC 6749 §5.1',
  },
  {
    ...token,
    name: 'issued_token_type',
    kinds: ['token'],
    sentence: 'Says what kind of token a token exchange gave.',
    without: 'The client does not know what it got.',
    clause: 'RFC 8693 §2.2.1',
  },
];

const failure = { at: ['response-json', 'location', 'query', 'body'] } as const;

/** Members with the reason of a refusal. RFC 6749 §5.2 and §4.1.2.1; the codes are in `errors.ts`. */
export const failureEntries: readonly Entry[] = [
  {
    ...failure,
    name: 'error_description',
    sentence: 'Words for the developer; they are not for users, and no program should rely on them.',
    without: 'Only the code tells what went wrong.',
    clause: 'RFC 6749 §5.2',
  },
  {
    ...failure,
    name: 'error_uri',
    sentence: 'A page on which a developer can read more.',
    clause: 'RFC 6749 §5.2',
  },
];
