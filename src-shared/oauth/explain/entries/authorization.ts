import { type ResponseType, responseTypes } from '../../response-types.ts';
import type { Entry, ValueEntry } from '../entry.ts';

const request = { at: ['query', 'body'], kinds: ['authorization'] } as const;

/** Returns the explanation of a `response_type`, regardless of the order of its parts. RFC 6749 §3.1.1 */
function responseTypeValue({ name, sentence, clause, concern }: ResponseType): ValueEntry {
  const parts = name.split(' ');
  const all = parts.map((part) => `(?=(?:.* )?${part}(?: |$))`).join('');
  const value = new RegExp(`${all}[a-z_]+(?: [a-z_]+){${parts.length - 1}}`);
  return { value, sentence, clause, ...(concern === undefined ? {} : { concern }) };
}

/** Parameters of an authorization request. RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1 */
export const authorizationEntries: readonly Entry[] = [
  {
    ...request,
    name: 'response_type',
    sentence: 'What the client wants the authorization endpoint to return.',
    without: 'The server cannot tell which flow is meant and rejects the request with invalid_request.',
    clause: 'RFC 6749 §3.1.1',
    values: [
      ...responseTypes.map(responseTypeValue),
      { value: 'none', sentence: 'Here: only whether the user consents.' },
    ],
  },
  {
    ...request,
    name: 'client_id',
    sentence: 'Identifies the client that sends the request.',
    without: 'The server does not know the client and shows an error page; it must not redirect.',
    clause: 'RFC 6749 §2.2',
  },
  {
    ...request,
    name: 'redirect_uri',
    sentence: 'Where the response is sent; it must equal a registered URI, character by character.',
    without:
      'If several are registered, or with OpenID Connect, the server cannot choose one and rejects the request.',
    clause: 'RFC 6749 §3.1.2.3',
    values: [
      {
        value: /http:\/\/(?!localhost\b|127\.|\[::1\]).*/i,
        sentence: 'This one is not encrypted.',
        concern: 'Anyone on the network can read the response on its way to the client. RFC 9700 §2.6',
      },
      {
        value: /(?!https?:)[a-z][a-z0-9+.-]*:.*/i,
        sentence: 'This one belongs to an application on a device.',
        clause: 'RFC 8252 §7.1',
        concern:
          'Another application can claim the same scheme and intercept the response; PKCE makes it useless to them. RFC 8252 §8.1',
      },
    ],
  },
  {
    ...request,
    name: 'scope',
    sentence: 'The rights that the client requests, separated by spaces; the server may grant fewer.',
    without: 'The server uses its default scope, or rejects the request with invalid_scope.',
    clause: 'RFC 6749 §3.3',
    values: [
      {
        value: /(?:.* )?openid(?: .*)?/,
        sentence: 'With openid, this is a sign-in request and also returns an ID token.',
        clause: 'OpenID Connect Core §3.1.2.1',
      },
      {
        value: /(?:.* )?offline_access(?: .*)?/,
        sentence: 'With offline_access, the client asks for access while the user is away.',
        clause: 'OpenID Connect Core §11',
      },
    ],
  },
  {
    ...request,
    name: 'state',
    sentence: 'Returned unchanged, so that the client recognizes the response to its own request.',
    without:
      'The client may accept a forged response (cross-site request forgery), unless PKCE or a nonce prevents it.',
    clause: 'RFC 6749 §10.12',
  },
  {
    ...request,
    name: 'code_challenge',
    sentence:
      'Binds the code to a secret that only this client instance has: the code_verifier that it sends later.',
    without: 'Anyone who steals the code can redeem it for tokens.',
    clause: 'RFC 7636 §4.3',
  },
  {
    ...request,
    name: 'code_challenge_method',
    sentence: 'How the challenge was derived from the verifier.',
    without: 'The server assumes plain: the challenge is the verifier itself.',
    clause: 'RFC 7636 §4.3',
    values: [
      {
        value: 'S256',
        sentence: 'Here: by SHA-256, which cannot be reversed.',
        clause: 'RFC 7636 §4.2',
      },
      {
        value: 'plain',
        sentence: 'Here: not at all; the challenge is the verifier.',
        clause: 'RFC 7636 §4.2',
        concern: 'Anyone who sees the request has the verifier. RFC 9700 §2.1.1',
      },
    ],
  },
  {
    ...request,
    name: 'nonce',
    sentence: 'Returned in the ID token, which binds that token to this request.',
    without:
      'An ID token of another sign-in can be injected. Required if the ID token comes through the browser.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'response_mode',
    sentence: 'How the response is sent to the redirect URI.',
    without: 'The response type decides: query for a code, fragment for anything with a token.',
    clause: 'OAuth 2.0 Multiple Response Types §2.1',
    values: [
      { value: 'query', sentence: 'Here: in the query, which the client’s server receives and may log.' },
      {
        value: 'fragment',
        sentence: 'Here: in the fragment, which stays in the browser for a script to read.',
      },
      {
        value: 'form_post',
        sentence: 'Here: as a form that the browser posts, so that no URL contains it.',
        clause: 'OAuth 2.0 Form Post Response Mode §2',
      },
      {
        value: 'jwt',
        sentence:
          'Here: as one signed JWT, in the query for a code, in the fragment for anything with a token.',
        clause: 'JARM §2.3.4',
      },
      {
        value: 'query.jwt',
        sentence: 'Here: as one signed JWT in the query.',
        clause: 'JARM §2.3.1',
      },
      {
        value: 'fragment.jwt',
        sentence: 'Here: as one signed JWT in the fragment.',
        clause: 'JARM §2.3.2',
      },
      {
        value: 'form_post.jwt',
        sentence: 'Here: as one signed JWT in a form that the browser posts.',
        clause: 'JARM §2.3.3',
      },
    ],
  },
  {
    ...request,
    name: 'prompt',
    sentence: 'Whether the server may, or must, prompt the user.',
    without: 'The server prompts only if necessary.',
    clause: 'OpenID Connect Core §3.1.2.1',
    values: [
      {
        value: 'none',
        sentence: 'Here: no page may be shown; if one is needed, the server returns an error.',
      },
      { value: 'login', sentence: 'Here: the user signs in again, even with an active session.' },
      { value: 'consent', sentence: 'Here: the user is asked for consent again.' },
      { value: 'select_account', sentence: 'Here: the user chooses an account.' },
    ],
  },
  {
    ...request,
    name: 'max_age',
    sentence: 'The maximum time since the user signed in, in seconds.',
    without: 'The server accepts a session of any age.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'login_hint',
    sentence: 'The user who will probably sign in, to prefill the form.',
    without: 'The user types their name.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'id_token_hint',
    sentence: 'An ID token issued earlier; the request is for its user only.',
    without: 'With prompt=none, the server uses whichever user is signed in.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'acr_values',
    sentence: 'The requested authentication context classes, in order of preference.',
    without: 'The server uses its default.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'ui_locales',
    sentence: 'The user’s preferred languages for the pages.',
    without: 'The server uses the languages of the browser.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'display',
    sentence: 'The kind of display to render the pages for.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'claims',
    sentence: 'Requests individual claims in the ID token or from UserInfo.',
    without: 'The server returns only the claims of the requested scopes.',
    clause: 'OpenID Connect Core §5.5',
  },
  {
    ...request,
    name: 'request',
    sentence: 'The whole request as a signed JWT, so that it cannot be changed in the browser.',
    without: 'The user, or a script in the page, can change any parameter.',
    clause: 'RFC 9101 §5.1',
  },
  {
    ...request,
    name: 'request_uri',
    sentence: 'Where the server finds the request object.',
    without: 'The request must be in the URL itself.',
    clause: 'RFC 9101 §5.2',
  },
  {
    name: 'resource',
    at: ['query', 'body'],
    kinds: ['authorization', 'token'],
    sentence: 'The resource server that the token is for.',
    without: 'The token may work everywhere, and a server that receives it can use it elsewhere.',
    clause: 'RFC 8707 §2',
  },
];

const form = { at: ['body', 'query'], kinds: ['page'] } as const;
const product = 'Specification 1 §4.1';

/** Fields of the server’s own pages: they are no protocol, but what protects them is. */
export const pageEntries: readonly Entry[] = [
  { ...form, name: 'username', sentence: 'The user name, as typed.', clause: product },
  {
    ...form,
    name: 'password',
    sentence: 'The password, as typed; only the authorization server receives it, never the client.',
    clause: 'RFC 6749 §10.11',
  },
  { ...form, name: 'pin', sentence: 'A second factor that the user enters.', clause: product },
  {
    ...form,
    name: 'csrf',
    sentence: 'An anti-forgery token from the server’s page, so that no other site can submit this form.',
    without: 'Any site can sign the user in, or give consent, without the user knowing.',
    clause: 'RFC 6749 §10.12',
  },
  {
    ...form,
    name: 'txn',
    sentence: 'The authorization request that this page belongs to.',
    without: 'The server could confuse two requests of one browser.',
    clause: 'RFC 9700 §4.7',
  },
  {
    ...form,
    name: 'decision',
    sentence: 'The user’s decision on the consent page.',
    without: 'The client gets rights that the user has not granted.',
    clause: 'RFC 6749 §10.2',
  },
  {
    ...form,
    name: 'account',
    sentence: 'The account that the user chose.',
    clause: 'OpenID Connect Core §3.1.2.3',
  },
  {
    ...form,
    name: 'provider',
    sentence: 'The identity provider that the user signs in with.',
    clause: product,
  },
];
