import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue, parseResponseType, parseScope } from '#shared/oauth/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { invalidRequest } from '../errors.ts';
import { required } from '../token/context.ts';

const words: ReadonlySet<string> = new Set(['code', 'token', 'id_token']);

const known: ReadonlySet<string> = new Set(
  (
    'client_id response_type redirect_uri scope state response_mode nonce prompt code_challenge code_challenge_method ' +
    'max_age login_hint ui_locales display id_token_hint acr_values claims request request_uri resource audience'
  ).split(' '),
);

/** Flaws of what an authorization request may ask for. */
export const authorizationRequestWeaknesses: readonly Weakness<AuthorizeContext>[] = [
  /** Reads the first of two parameters where another reader takes the last. */
  {
    id: 'parameters-repeated',
    pipeline: 'authorize',
    step: 'parameters-once',
    title: 'Repeated parameters accepted',
    clause: 'RFC 6749 §3.1',
    instead: () => undefined,
  },
  /** Gives a client of the code flow a token in the front channel when it asks for one. */
  {
    id: 'response-type-unregistered',
    pipeline: 'authorize',
    step: 'response-type-allowed',
    title: 'Response type not compared with the registration',
    clause: 'RFC 6749 §3.1.1',
    instead: () => undefined,
  },
  /** Grants whatever scope is asked for. */
  {
    id: 'scope-unregistered',
    pipeline: 'authorize',
    step: 'scope-within-registration',
    title: 'Scope not compared with the registration',
    clause: 'RFC 6749 §3.3',
    instead: (context, original) => {
      const requested = parseScope(formValue(context.form, 'scope') ?? '');
      if (requested === null || requested.length === 0) return original();
      context.scopes = requested;
      return undefined;
    },
  },
  /** Issues ID tokens that nothing ties to a request. */
  {
    id: 'nonce-optional',
    pipeline: 'authorize',
    step: 'nonce-given',
    title: 'ID token issued without nonce',
    clause: 'OpenID Connect Core §3.2.2.1',
    instead: () => undefined,
  },
  /** Lets an old sign-in pass for a fresh one. */
  {
    id: 'max-age-ignored',
    pipeline: 'authorize',
    step: 'max-age',
    title: 'max_age ignored',
    clause: 'OpenID Connect Core §3.1.2.1',
    instead: () => undefined,
  },
  /** Begins flows without a challenge although the registration demands one. */
  {
    id: 'challenge-optional',
    pipeline: 'authorize',
    step: 'challenge-required',
    title: 'PKCE not required',
    clause: 'RFC 9700 §2.1.1',
    instead: () => undefined,
  },
  /** Accepts a challenge that a reader of the request can answer. */
  {
    id: 'challenge-plain',
    pipeline: 'authorize',
    step: 'challenge-method',
    title: 'PKCE method plain accepted',
    clause: 'RFC 9700 §2.1.1',
    instead: () => undefined,
  },
  /** Answers in the name of another server: a client that compares `iss` notices the mix-up, any other does not. */
  {
    id: 'issuer-wrong',
    pipeline: 'authorize',
    step: 'issuer-named',
    title: 'Wrong iss in the authorization response',
    clause: 'RFC 9207 §2',
    instead: (context) => void (context.responseIssuer = 'https://mix-up.example'),
  },
  /** Answers without the state: clients that compare it turn everybody away, the others compare it no more. */
  {
    id: 'state-not-returned',
    pipeline: 'authorize',
    step: 'state-kept',
    title: 'state not returned',
    clause: 'RFC 6749 §4.1.2',
    instead: (context) => void (context.encodedState = null),
  },
  /** Makes something of a response type that is missing, misspelt or half unknown. */
  {
    id: 'response-type-guessed',
    pipeline: 'authorize',
    step: 'response-type-known',
    title: 'Missing response_type replaced by a default',
    clause: 'RFC 6749 §3.1.1',
    instead: (context, original) => {
      const given = (formValue(context.form, 'response_type') ?? 'code').toLowerCase().split(' ');
      const type = parseResponseType(given.filter((word) => words.has(word)).join(' ') || 'code');
      if (type === undefined) return original();
      context.responseType = type;
      return undefined;
    },
  },
  /** Ignores unknown scopes instead of refusing them. */
  {
    id: 'scope-syntax-ignored',
    pipeline: 'authorize',
    step: 'scope-within-registration',
    title: 'Malformed scope accepted',
    clause: 'RFC 6749 §3.3',
    instead: (context, original) => {
      const text = formValue(context.form, 'scope') ?? '';
      if (parseScope(text) !== null) return original();
      const registered = required(context.client).scopes;
      context.scopes = registered.filter((scope) => text.includes(scope));
      context.scopeDiffers = true;
      return undefined;
    },
  },
  /** Refuses requests with parameters that it does not know, those of extensions included. */
  {
    id: 'unknown-parameter-refused',
    pipeline: 'authorize',
    step: 'parameters-readable',
    title: 'Unknown parameters rejected',
    clause: 'RFC 6749 §3.1',
    instead: (context, original) => {
      const unknown = context.form.fields.find(({ name }) => !known.has(name));
      if (unknown !== undefined) throw invalidRequest('Unknown parameter.', { got: unknown.name });
      return original();
    },
  },
  /** Sends tokens in the query where a request wants it, for logs and histories to keep. */
  {
    id: 'token-in-query',
    pipeline: 'authorize',
    step: 'response-mode',
    title: 'Access token returned in the query',
    clause: 'RFC 9700 §4.3.2',
    instead: (context, original) => {
      if (formValue(context.form, 'response_mode') !== 'query') return original();
      context.responseMode = 'query';
      return undefined;
    },
  },
];
