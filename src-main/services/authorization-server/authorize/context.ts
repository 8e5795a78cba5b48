import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import { type Form, formValue } from '#shared/oauth/index.ts';
import type { AuthorizationServerSettings, Client } from '#shared/workspace/index.ts';
import { type Language, pickLanguage } from '../pages/texts.ts';
import type { PipelineContext } from '../pipeline.ts';
import type { Runtime } from '../runtime.ts';
import type { AuthorizationRequest, Transaction } from '../stores/transactions.ts';

/** What every exchange of the front channel has. */
export interface FrontContext extends PipelineContext {
  readonly runtime: Runtime;
  readonly settings: AuthorizationServerSettings;
  readonly request: HttpRequest;
  readonly notes: ExchangeNotes;
  readonly form: Form;
  readonly nowMillis: number;
  readonly language: Language;
  transaction: Transaction | null;
  /** What the trace says of what was issued or stored. */
  effect: string;
}

/** An authorization request on its way through its pipeline. */
export interface AuthorizeContext extends FrontContext {
  client: Client | null;
  readonly requestedRedirectUri: string | null;
  /** The redirect URI that was chosen, while it has not passed every check. */
  candidateRedirectUri: string | null;
  /** Set once it is safe to send the browser there: before that, errors are shown on a page. */
  redirectUri: string | null;
  scopes: readonly string[];
  scopeDiffers: boolean;
  challenge: AuthorizationRequest['challenge'];
}

/** A post of the sign-in or consent page, or a reload of it, on its way through its pipeline. */
export interface InteractionContext extends FrontContext {
  /** What a refusal leads to: a page that ends the matter, the sign-in form once more, or the client. */
  onRefusal: 'error-page' | 'sign-in-page' | 'client';
  /** Where a success leads to; null: to the page of the transaction's state. */
  location: string | null;
  mustCommit: boolean;
}

function createFrontContext(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): FrontContext {
  return {
    failedIndex: -1,
    skippedSteps: 0,
    failure: null,
    runtime,
    settings: runtime.settings(),
    request,
    notes,
    form,
    nowMillis: runtime.clock.nowMillis(),
    language: pickLanguage(formValue(form, 'ui_locales'), request.headers['accept-language']),
    transaction: null,
    effect: '',
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
    requestedRedirectUri: formValue(form, 'redirect_uri') ?? null,
    candidateRedirectUri: null,
    redirectUri: null,
    scopes: [],
    scopeDiffers: false,
    challenge: null,
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
  return { ...context, language, onRefusal: 'error-page', location: null, mustCommit: false };
}
