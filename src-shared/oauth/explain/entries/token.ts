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
    sentence: 'The grant that the client uses.',
    without: 'The server cannot tell which grant is meant and rejects the request with invalid_request.',
    clause: 'RFC 6749 §4.5',
    values: [
      ...grantIds.map(grantValue),
      // Grants that other servers also know.
      {
        value: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        sentence: 'Here: a JWT of a trusted issuer.',
        clause: 'RFC 7523 §2.1',
      },
      {
        value: 'urn:ietf:params:oauth:grant-type:device_code',
        sentence: 'Here: a code of a device without a keyboard.',
        clause: 'RFC 8628 §3.4',
      },
    ],
  },
  {
    ...tokenRequest,
    name: 'code',
    sentence: 'The code from the authorization response; valid once and for a short time.',
    without: 'There is nothing to redeem.',
    clause: 'RFC 6749 §4.1.3',
  },
  {
    ...tokenRequest,
    name: 'redirect_uri',
    sentence:
      'Repeats the redirect URI of the authorization request, so that a code sent elsewhere is useless.',
    without: 'If the authorization request had it, the server rejects the request.',
    clause: 'RFC 6749 §4.1.3',
  },
  {
    ...tokenRequest,
    name: 'code_verifier',
    sentence: 'Proves that the client redeeming the code started the flow.',
    without: 'If there was a challenge, the server rejects the request; if not, a stolen code works.',
    clause: 'RFC 7636 §4.5',
  },
  {
    ...tokenRequest,
    name: 'refresh_token',
    sentence: 'The current refresh token; with rotation, this request invalidates it.',
    without: 'There is nothing to refresh with.',
    clause: 'RFC 6749 §6',
  },
  {
    ...tokenRequest,
    name: 'username',
    sentence: 'The user name.',
    without: 'The server rejects the request with invalid_request.',
    clause: 'RFC 6749 §4.3.2',
  },
  {
    ...tokenRequest,
    name: 'password',
    sentence: 'The user’s password, which the client knows.',
    without: 'The server rejects the request with invalid_request.',
    clause: 'RFC 6749 §4.3.2',
  },
  {
    ...tokenRequest,
    name: 'scope',
    sentence: 'The requested rights; a refresh may request fewer than granted, never more.',
    without: 'A refresh keeps the granted scope; other grants get the server’s default.',
    clause: 'RFC 6749 §3.3',
  },
  {
    ...tokenRequest,
    name: 'assertion',
    sentence: 'The assertion, encoded in base64url; its subject becomes that of the token.',
    without: 'The server has nothing to verify.',
    clause: 'RFC 7522 §2.1',
  },
  {
    ...tokenRequest,
    name: 'subject_token',
    sentence: 'The token whose subject the new token gets.',
    without: 'There is nothing to exchange.',
    clause: 'RFC 8693 §2.1',
  },
  {
    ...tokenRequest,
    name: 'subject_token_type',
    sentence: 'The type of the subject token.',
    without: 'The server cannot verify it and rejects the request.',
    clause: 'RFC 8693 §2.1',
    values: tokenTypes,
  },
  {
    ...tokenRequest,
    name: 'actor_token',
    sentence: 'A token of the party that acts on behalf of the subject.',
    without: 'The new token does not show any delegation.',
    clause: 'RFC 8693 §2.1',
  },
  {
    ...tokenRequest,
    name: 'actor_token_type',
    sentence: 'The type of the actor token.',
    without: 'With an actor token, the server rejects the request.',
    clause: 'RFC 8693 §2.1',
    values: tokenTypes,
  },
  {
    ...tokenRequest,
    name: 'requested_token_type',
    sentence: 'The requested type of token.',
    without: 'The server chooses.',
    clause: 'RFC 8693 §2.1',
    values: tokenTypes,
  },
  {
    ...tokenRequest,
    name: 'audience',
    sentence: 'The logical name of the service that the new token is for.',
    without: 'The token may work everywhere, and a server that receives it can use it elsewhere.',
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
    sentence: 'Identifies the client; it proves nothing by itself.',
    without: 'Without an Authorization header either, the server does not know the client.',
    clause: 'RFC 6749 §3.2.1',
  },
  {
    ...authentication,
    name: 'client_secret',
    sentence: 'The client secret, in the form instead of the Authorization header.',
    without: 'A client with a secret is rejected with invalid_client.',
    clause: 'RFC 6749 §2.3.1',
  },
  {
    ...authentication,
    name: 'client_assertion',
    sentence: 'A short-lived JWT that the client signs with its own key; no secret is sent.',
    without: 'A client that is registered for it is rejected with invalid_client.',
    clause: 'RFC 7523 §2.2',
  },
  {
    ...authentication,
    name: 'client_assertion_type',
    sentence: 'The format of the client assertion.',
    without: 'The server ignores the assertion.',
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
