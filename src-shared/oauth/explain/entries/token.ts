import { type GrantId, grantIds, grants } from '../../grants.ts';
import type { Entry, ValueEntry } from '../entry.ts';

const back = { at: ['body', 'query'] } as const;
const tokenRequest = { ...back, kinds: ['token'] } as const;
const tokenTypes = [
  {
    value: 'urn:ietf:params:oauth:token-type:access_token',
    sentence: 'Here: an access token.',
    clause: 'RFC 8693 §3',
  },
  {
    value: 'urn:ietf:params:oauth:token-type:refresh_token',
    sentence: 'Here: a refresh token.',
    clause: 'RFC 8693 §3',
  },
  {
    value: 'urn:ietf:params:oauth:token-type:id_token',
    sentence: 'Here: an ID token.',
    clause: 'RFC 8693 §3',
  },
  { value: 'urn:ietf:params:oauth:token-type:jwt', sentence: 'Here: a JWT.', clause: 'RFC 8693 §3' },
  {
    value: 'urn:ietf:params:oauth:token-type:saml2',
    sentence: 'Here: a SAML 2.0 assertion.',
    clause: 'RFC 8693 §3',
  },
] as const;

/** Returns the explanation of a `grant_type`; where it contains a vendor's name, that of any vendor. */
function grantValue(id: GrantId): ValueEntry {
  const { grantType, meaning } = grants[id];
  const spelling = grantType('[^:]+');
  return { value: spelling === grantType('') ? spelling : new RegExp(spelling), ...meaning };
}

/** Parameters of a token request. RFC 6749 §4.1.3, §4.3.2, §4.4.2, §6, RFC 7522 §2.1, RFC 8693 §2.1 */
export const tokenEntries: readonly Entry[] = [
  {
    ...back,
    name: 'grant_type',
    kinds: ['token', 'validation'],
    sentence: 'Says on the ground of what the client asks for a token.',
    without: 'The server cannot know what it should look at and refuses with invalid_request.',
    clause: 'RFC 6749 §4.5',
    values: [
      ...grantIds.map(grantValue),
      // Grants that other servers also know.
      {
        value: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        sentence: 'Here: a JWT of an issuer that the server trusts.',
        clause: 'RFC 7523 §2.1',
      },
      {
        value: 'urn:ietf:params:oauth:grant-type:device_code',
        sentence: 'Here: a code of a device on which nobody can type.',
        clause: 'RFC 8628 §3.4',
      },
    ],
  },
  {
    ...tokenRequest,
    name: 'code',
    sentence: 'The code from the authorization response; it is good once and for a short time.',
    without: 'There is nothing to change for tokens.',
    clause: 'RFC 6749 §4.1.3',
  },
  {
    ...tokenRequest,
    name: 'redirect_uri',
    sentence: 'Repeats where the code was sent to, so that one that was sent elsewhere is of no use.',
    without: 'Where the authorization request had it, the server refuses.',
    clause: 'RFC 6749 §4.1.3',
  },
  {
    ...tokenRequest,
    name: 'code_verifier',
    sentence: 'Shows the secret behind the challenge: who has it began this flow.',
    without: 'Where there was a challenge, the server refuses; where there was none, a stolen code works.',
    clause: 'RFC 7636 §4.5',
  },
  {
    ...tokenRequest,
    name: 'refresh_token',
    sentence: 'The refresh token from before; where they roll, it ends with this request.',
    without: 'There is nothing to refresh by.',
    clause: 'RFC 6749 §6',
  },
  {
    ...tokenRequest,
    name: 'username',
    sentence: 'The user’s name.',
    without: 'The server refuses with invalid_request.',
    clause: 'RFC 6749 §4.3.2',
  },
  {
    ...tokenRequest,
    name: 'password',
    sentence: 'The user’s password, which the client has seen.',
    without: 'The server refuses with invalid_request.',
    clause: 'RFC 6749 §4.3.2',
  },
  {
    ...tokenRequest,
    name: 'scope',
    sentence: 'Asks for rights; a refresh may ask for fewer than were granted, never for more.',
    without: 'A refresh keeps what was granted; any other grant gets the server’s default.',
    clause: 'RFC 6749 §3.3',
  },
  {
    ...tokenRequest,
    name: 'assertion',
    sentence: 'The assertion, encoded in base64url: its subject is who the token will be for.',
    without: 'There is nothing that the server could trust.',
    clause: 'RFC 7522 §2.1',
  },
  {
    ...tokenRequest,
    name: 'subject_token',
    sentence: 'The token whose subject the new one will be about.',
    without: 'There is nothing to exchange.',
    clause: 'RFC 8693 §2.1',
  },
  {
    ...tokenRequest,
    name: 'subject_token_type',
    sentence: 'Says what kind of token the subject token is.',
    without: 'The server cannot know how to check it and refuses.',
    clause: 'RFC 8693 §2.1',
    values: tokenTypes,
  },
  {
    ...tokenRequest,
    name: 'actor_token',
    sentence: 'A token of who will act in the name of the subject.',
    without: 'The new token does not show that anybody acts for another.',
    clause: 'RFC 8693 §2.1',
  },
  {
    ...tokenRequest,
    name: 'actor_token_type',
    sentence: 'Says what kind of token the actor token is.',
    without: 'With an actor token, the server refuses.',
    clause: 'RFC 8693 §2.1',
    values: tokenTypes,
  },
  {
    ...tokenRequest,
    name: 'requested_token_type',
    sentence: 'Says what kind of token is wanted.',
    without: 'The server chooses.',
    clause: 'RFC 8693 §2.1',
    values: tokenTypes,
  },
  {
    ...tokenRequest,
    name: 'audience',
    sentence: 'Names, by a name the two agreed on, where the new token will be used.',
    without: 'The token may be good anywhere, and who receives it can use it elsewhere.',
    clause: 'RFC 8693 §2.1',
  },
];

const authentication = {
  at: ['body', 'query'],
  kinds: ['token', 'validation', 'introspection', 'revocation'],
} as const;

/** How a client shows who it is, in the form. RFC 6749 §2.3.1, RFC 7523 §2.2 */
export const clientAuthenticationEntries: readonly Entry[] = [
  {
    ...authentication,
    name: 'client_id',
    sentence: 'Names the client; by itself it proves nothing.',
    without: 'Where no Authorization header names the client, the server does not know who asks.',
    clause: 'RFC 6749 §3.2.1',
  },
  {
    ...authentication,
    name: 'client_secret',
    sentence: 'The client’s secret, in the form instead of in the Authorization header.',
    without: 'A client that has a secret is refused with invalid_client.',
    clause: 'RFC 6749 §2.3.1',
  },
  {
    ...authentication,
    name: 'client_assertion',
    sentence: 'A short-lived JWT that the client signed with its own key: no secret is sent.',
    without: 'A client that is registered for it is refused with invalid_client.',
    clause: 'RFC 7523 §2.2',
  },
  {
    ...authentication,
    name: 'client_assertion_type',
    sentence: 'Says of what form the client’s assertion is.',
    without: 'The server does not look at the assertion.',
    clause: 'RFC 7521 §4.2',
    values: [
      {
        value: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        sentence: 'Here: a JWT.',
        clause: 'RFC 7523 §2.2',
      },
      {
        value: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer',
        sentence: 'Here: a SAML 2.0 assertion.',
        clause: 'RFC 7522 §2.2',
      },
    ],
  },
];
