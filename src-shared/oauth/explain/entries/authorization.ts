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
    sentence: 'Says what the client wants back from the authorization endpoint.',
    without: 'The server cannot know which flow is meant and refuses with invalid_request.',
    clause: 'RFC 6749 §3.1.1',
    values: [
      ...responseTypes.map(responseTypeValue),
      { value: 'none', sentence: 'Here: nothing but whether the user agrees.' },
    ],
  },
  {
    ...request,
    name: 'client_id',
    sentence: 'Names the application that asks.',
    without: 'The server does not know whom it would answer and shows an error page; it must not redirect.',
    clause: 'RFC 6749 §2.2',
  },
  {
    ...request,
    name: 'redirect_uri',
    sentence: 'Says where the answer is to go; it must be one that was registered, letter for letter.',
    without: 'With several registered, or in OpenID Connect, the server cannot choose one and refuses.',
    clause: 'RFC 6749 §3.1.2.3',
    values: [
      {
        value: /http:\/\/(?!localhost\b|127\.|\[::1\]).*/i,
        sentence: 'This one is not encrypted.',
        concern: 'Whoever is on the network reads the answer on its way to the client. RFC 9700 §2.6',
      },
      {
        value: /(?!https?:)[a-z][a-z0-9+.-]*:.*/i,
        sentence: 'This one belongs to an application on a device.',
        clause: 'RFC 8252 §7.1',
        concern:
          'Another application can claim the same scheme and take the answer; PKCE makes it useless. RFC 8252 §8.1',
      },
    ],
  },
  {
    ...request,
    name: 'scope',
    sentence: 'Lists the rights that the client asks for, separated by spaces; the server may grant fewer.',
    without: 'The server uses a default of its own, or refuses with invalid_scope.',
    clause: 'RFC 6749 §3.3',
    values: [
      {
        value: /(?:.* )?openid(?: .*)?/,
        sentence: 'With openid in it this is a request for sign-in, and an ID token comes too.',
        clause: 'OpenID Connect Core §3.1.2.1',
      },
      {
        value: /(?:.* )?offline_access(?: .*)?/,
        sentence: 'With offline_access in it the client wants to go on without the user.',
        clause: 'OpenID Connect Core §11',
      },
    ],
  },
  {
    ...request,
    name: 'state',
    sentence:
      'Comes back unchanged, so that the client can tell its own answer from one that was slipped in.',
    without:
      'A stranger’s answer is taken for the user’s own (cross-site request forgery), unless PKCE or a nonce tells them apart.',
    clause: 'RFC 6749 §10.12',
  },
  {
    ...request,
    name: 'code_challenge',
    sentence:
      'Binds the code to a secret that only this client instance has: the verifier that it will show later.',
    without: 'Whoever steals the code can change it for tokens.',
    clause: 'RFC 7636 §4.3',
  },
  {
    ...request,
    name: 'code_challenge_method',
    sentence: 'Says how the challenge was made from the verifier.',
    without: 'It counts as plain: the challenge is the verifier itself.',
    clause: 'RFC 7636 §4.3',
    values: [
      {
        value: 'S256',
        sentence: 'Here: by SHA-256, so that nobody can go back to the verifier.',
        clause: 'RFC 7636 §4.2',
      },
      {
        value: 'plain',
        sentence: 'Here: not at all.',
        clause: 'RFC 7636 §4.2',
        concern: 'Whoever sees the request has the verifier. RFC 9700 §2.1.1',
      },
    ],
  },
  {
    ...request,
    name: 'nonce',
    sentence: 'Comes back in the ID token, which ties that token to this very request.',
    without: 'An ID token of another sign-in can be played in; through the browser it is required.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'response_mode',
    sentence: 'Says in which way the answer reaches the redirect URI.',
    without: 'The response type decides: the query for a code alone, the fragment for anything with a token.',
    clause: 'OAuth 2.0 Multiple Response Types §2.1',
    values: [
      { value: 'query', sentence: 'Here: in the query, which the client’s server sees, and its logs too.' },
      {
        value: 'fragment',
        sentence: 'Here: in the fragment, which stays in the browser for a script to read.',
      },
      {
        value: 'form_post',
        sentence: 'Here: as a form that the browser posts, so that nothing stands in an address.',
        clause: 'OAuth 2.0 Form Post Response Mode §2',
      },
    ],
  },
  {
    ...request,
    name: 'prompt',
    sentence: 'Says whether the user may, or must, be asked.',
    without: 'The server asks only as far as it has to.',
    clause: 'OpenID Connect Core §3.1.2.1',
    values: [
      { value: 'none', sentence: 'Here: nothing may be shown; what would need a page is an error.' },
      { value: 'login', sentence: 'Here: the user signs in anew, even where they are signed in.' },
      { value: 'consent', sentence: 'Here: the user is asked again for what they may have allowed before.' },
      { value: 'select_account', sentence: 'Here: the user chooses among their accounts.' },
    ],
  },
  {
    ...request,
    name: 'max_age',
    sentence: 'Says how many seconds ago the user may have signed in at most.',
    without: 'An old session is good enough.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'login_hint',
    sentence: 'Names the user who will probably sign in, so that the form can be filled in.',
    without: 'The user types the name.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'id_token_hint',
    sentence: 'Shows an earlier ID token: this user is meant, and no other.',
    without: 'With prompt=none whoever is signed in is taken.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'acr_values',
    sentence: 'Lists, by preference, how strongly the user should be authenticated.',
    without: 'The server’s usual way is used.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'ui_locales',
    sentence: 'Lists the languages in which the user would like the pages.',
    without: 'The browser’s own languages are used.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'display',
    sentence: 'Says for what kind of screen the pages should be made.',
    clause: 'OpenID Connect Core §3.1.2.1',
  },
  {
    ...request,
    name: 'claims',
    sentence: 'Asks for single claims by name, in ID token or UserInfo.',
    without: 'Only what the scopes stand for comes.',
    clause: 'OpenID Connect Core §5.5',
  },
  {
    ...request,
    name: 'request',
    sentence:
      'Carries the whole request as a JWT, signed so that nobody changes it on its way through the browser.',
    without: 'The user, or a script in the page, can change any parameter.',
    clause: 'RFC 9101 §5.1',
  },
  {
    ...request,
    name: 'request_uri',
    sentence: 'Says where the server finds the request object.',
    without: 'The request must stand in the address itself.',
    clause: 'RFC 9101 §5.2',
  },
  {
    name: 'resource',
    at: ['query', 'body'],
    kinds: ['authorization', 'token'],
    sentence: 'Names the resource server at which the token will be used.',
    without: 'The token may be good anywhere, and who receives it can use it elsewhere.',
    clause: 'RFC 8707 §2',
  },
];

const form = { at: ['body', 'query'], kinds: ['page'] } as const;
const product = 'Specification 1 §4.1';

/** Fields of the server’s own pages: they are no protocol, but what protects them is. */
export const pageEntries: readonly Entry[] = [
  { ...form, name: 'username', sentence: 'Who signs in, as typed.', clause: product },
  {
    ...form,
    name: 'password',
    sentence:
      'The user’s password, as typed; it goes to the authorization server alone, never to the client.',
    clause: 'RFC 6749 §10.11',
  },
  { ...form, name: 'pin', sentence: 'A second proof that the user gives.', clause: product },
  {
    ...form,
    name: 'csrf',
    sentence: 'A value that only the server’s own page knows, so that no other site can send this form.',
    without: 'Any site can sign the user in, or allow a client, without their knowing.',
    clause: 'RFC 6749 §10.12',
  },
  {
    ...form,
    name: 'txn',
    sentence: 'Tells to which authorization request this page belongs.',
    without: 'Two requests of one browser are mixed up.',
    clause: 'RFC 9700 §4.7',
  },
  {
    ...form,
    name: 'decision',
    sentence: 'What the user answered to the request for consent.',
    without: 'The client gets rights that nobody allowed.',
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
    sentence: 'The identity provider at which the user signs in.',
    clause: product,
  },
];
