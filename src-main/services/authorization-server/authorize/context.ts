import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import { type ClaimsRequest, type Form, formValue, type ResponseType } from '#shared/oauth/index.ts';
import type { Client } from '#shared/workspace/index.ts';
import { type Language, pickLanguage } from '../pages/texts.ts';
import { type RequestContext, startContext } from '../request-context.ts';
import type { GuardedResponse } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import type { PushedRequest } from '../stores/pushed-requests.ts';
import type { AuthorizationRequest, Transaction } from '../stores/transactions.ts';
import type { Subject } from '../subject.ts';
import type { TokenFactory } from '../token-factory.ts';
import type { AnswerMode } from './answer-mode.ts';
import type { RequestObject } from './request-object.ts';

/** Context of every exchange of the front channel. */
export interface FrontContext extends RequestContext, GuardedResponse {
  language: Language;
  form: Form;
  transaction: Transaction | null;
  /** Parameters that are issued, in the order of the wire; null: none yet. */
  responseParameters: readonly ResponseParameter[] | null;
  /** Cookies and other headers that go with the answer: name, value, … */
  headers: readonly string[];
  mustCommit: boolean;
  /** True if a remembered consent was for another document of the client. */
  hasVoided: boolean;
  /** Effect shown in the trace: the things issued or stored. */
  effect: string;
  /** The user who has just proved who they are, and the provider used (null: here); null: nobody. */
  signedIn: { readonly subject: Subject; readonly provider: string | null } | null;
  /** Makes codes that nobody can guess. */
  codes: TokenFactory;
  /** Where the browser goes instead of back to the client or to a page shown here: to an identity provider, say. */
  location: string | null;
}

/** A parameter of an authorization response, not encoded. */
export type ResponseParameter = readonly [name: string, value: string];

/** An authorization request on its way through its pipeline. */
export interface AuthorizeContext extends FrontContext {
  client: Client | null;
  requestObject: RequestObject | null;
  /** `response_type` beside a request object. */
  readonly outerResponseType: string | undefined;
  requestedRedirectUri: string | null;
  /** The redirect URI that was chosen, while it has not passed every check. */
  candidateRedirectUri: string | null;
  /** Set once it is safe to send the browser there: before that, errors are shown on a page. */
  redirectUri: string | null;
  /** Whom the answer names as its author; null: nobody. RFC 9207 §2 */
  responseIssuer: string | null;
  /** `state` in the encoding in which it was sent; null where it was not. */
  encodedState: string | null;
  responseType: ResponseType | null;
  /** How a success travels. */
  responseMode: AnswerMode | null;
  scopes: readonly string[];
  scopeDiffers: boolean;
  prompts: ReadonlySet<string>;
  /** The only user for whom there may be an answer; null: any. */
  hintedUsername: string | null;
  maxAgeSeconds: number | null;
  challenge: AuthorizationRequest['challenge'];
  /** The way of the request: through a browser, or from its client before the browser comes. RFC 9126 §1 */
  readonly channel: 'front' | 'push';
  /** The request that the client pushed before; null: the browser carries it. */
  pushed: PushedRequest | null;
  /** `request_uri` of what the response uses up; null: nothing. */
  pushedUri: string | null;
  /** Resources that the tokens are meant for; none: as the client is set. RFC 8707 §2.1 */
  resources: readonly string[];
  /** Claims that the request names one by one. OpenID Connect Core §5.5 */
  claims: ClaimsRequest | null;
  /** True if the response must tell a class of authentication. OpenID Connect Core §5.5.1.1 */
  isClassEssential: boolean;
}

/** A post of one of our own pages, or a reload of it, on its way through its pipeline. */
export interface InteractionContext extends FrontContext {
  /** Target of a refusal: a page that ends the matter, the sign-in form once more, or the client. */
  onRefusal: 'error-page' | 'sign-in-page' | 'client';
  /** The redirect to the client: with 303 the browser does not post the form there. */
  clientStatus: 303 | 307;
}

function createFrontContext(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): FrontContext {
  return {
    ...startContext(runtime, request, notes),
    form,
    language: pickLanguage(formValue(form, 'ui_locales'), request.headers['accept-language']),
    transaction: null,
    responseParameters: null,
    headers: [],
    mustCommit: false,
    hasVoided: false,
    effect: '',
    location: null,
    signedIn: null,
    codes: runtime.tokens,
    altered: null,
  };
}

/** Creates the context of an authorization request. */
export function createAuthorizeContext(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): AuthorizeContext {
  return {
    ...createFrontContext(runtime, request, notes, form),
    client: null,
    requestObject: null,
    outerResponseType: formValue(form, 'response_type'),
    requestedRedirectUri: formValue(form, 'redirect_uri') ?? null,
    candidateRedirectUri: null,
    redirectUri: null,
    responseIssuer: null,
    encodedState: null,
    responseType: null,
    responseMode: null,
    scopes: [],
    scopeDiffers: false,
    prompts: new Set(),
    hintedUsername: null,
    maxAgeSeconds: null,
    challenge: null,
    channel: 'front',
    pushed: null,
    pushedUri: null,
    resources: [],
    claims: null,
    isClassEssential: false,
  };
}

/** Creates the context of a post or reload of one of our own pages; the transaction's own language wins. */
export function createInteractionContext(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): InteractionContext {
  const context = createFrontContext(runtime, request, notes, form);
  const known = runtime.transactions.find(formValue(form, 'txn') ?? '', context.nowMillis);
  const language = pickLanguage(known?.request.uiLocales, request.headers['accept-language']);
  return { ...context, language, onRefusal: 'error-page', clientStatus: 303 };
}
