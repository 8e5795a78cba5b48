import type { Entry } from '../entry.ts';

const inFront = { at: ['location', 'query', 'body'], kinds: ['authorization', 'page', 'callback'] } as const;

/** Parameters of an authorization response, in the Location header and as they arrive at the client. RFC 6749 §4.1.2 */
export const responseEntries: readonly Entry[] = [
  {
    ...inFront,
    name: 'code',
    sentence: 'A short-lived code that the client redeems for tokens, once.',
    without: 'The client has nothing to redeem; there should be an error instead.',
    clause: 'RFC 6749 §4.1.2',
  },
  {
    ...inFront,
    name: 'state',
    sentence: 'The client’s own value, returned unchanged; the client compares it with the one it sent.',
    without: 'The client must reject the response, since it may be forged.',
    clause: 'RFC 6749 §10.12',
  },
  {
    ...inFront,
    name: 'iss',
    sentence: 'The server that responds, so that a client of several servers cannot be misled.',
    without: 'A client of several servers can be made to send a code to an attacker’s server (mix-up).',
    clause: 'RFC 9207 §2',
  },
  {
    ...inFront,
    name: 'session_state',
    sentence: 'Lets the client detect changes of the user’s session at the server.',
    clause: 'OpenID Connect Session Management §3',
  },
];

/** Members of the response to a pushed request. RFC 9126 §2.2 */
export const pushResponseEntries: readonly Entry[] = [
  {
    name: 'request_uri',
    at: ['response-json'],
    kinds: ['authorization'],
    sentence: 'The name of the pushed request: the browser carries it, and none of the parameters.',
    without: 'The client has nothing to send the browser with; there should be an error instead.',
    clause: 'RFC 9126 §2.2',
  },
  {
    name: 'response',
    at: ['location', 'query', 'body'],
    kinds: ['authorization', 'page', 'callback'],
    sentence: 'The whole response as one signed JWT; the client verifies it before it reads anything else.',
    clause: 'JARM §2.3',
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
    sentence: 'The access token: its holder may do what its scope allows, until it expires.',
    without: 'The response is not successful.',
    clause: 'RFC 6749 §5.1',
  },
  {
    ...token,
    name: 'token_type',
    kinds: [...issuing, 'validation', 'introspection'],
    sentence: 'How to use the token; a client must not use a token of an unknown type.',
    without: 'The client cannot know how to use the token, and must not use it.',
    clause: 'RFC 6749 §7.1',
    values: [
      {
        value: /bearer/i,
        sentence: 'Here: anyone who has it can use it, without proof.',
        clause: 'RFC 6750 §1.2',
      },
      {
        value: /dpop/i,
        sentence: 'Here: every use needs a proof with the client’s key.',
        clause: 'RFC 9449 §5',
      },
      {
        value: /n_a/i,
        sentence: 'Here: the token is not an access token.',
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
    sentence: 'How long the token is valid, in seconds.',
    without: 'The client notices the expiry only when a request is rejected.',
    clause: 'RFC 6749 §5.1',
  },
  {
    ...token,
    name: 'refresh_token',
    kinds: ['token'],
    sentence: 'Lets the client get new access tokens without the user; the most valuable value here.',
    without: 'When the access token expires, the user has to authorize again.',
    clause: 'RFC 6749 §1.5',
  },
  {
    ...token,
    name: 'id_token',
    kinds: issuing,
    sentence: 'A signed statement about the sign-in, for the client only; not for use at an API.',
    without: 'The client cannot know who signed in.',
    clause: 'OpenID Connect Core §2',
  },
  {
    ...token,
    name: 'scope',
    kinds: issuing,
    sentence: 'The granted rights; required if they differ from the requested ones.',
    without: 'The client may assume that everything was granted.',
    clause: 'RFC 6749 §5.1',
  },
  {
    ...token,
    name: 'issued_token_type',
    kinds: ['token'],
    sentence: 'The type of the token that the exchange issued.',
    without: 'The client does not know what it received.',
    clause: 'RFC 8693 §2.2.1',
  },
];

const failure = { at: ['response-json', 'location', 'query', 'body'] } as const;

/** Members with the reason of a refusal. RFC 6749 §5.2 and §4.1.2.1; the codes are in `errors.ts`. */
export const failureEntries: readonly Entry[] = [
  {
    ...failure,
    name: 'error_description',
    sentence: 'Text for developers, not for users; programs must not rely on it.',
    without: 'Only the error code tells what went wrong.',
    clause: 'RFC 6749 §5.2',
  },
  {
    ...failure,
    name: 'error_uri',
    sentence: 'A page with more information for developers.',
    clause: 'RFC 6749 §5.2',
  },
];
