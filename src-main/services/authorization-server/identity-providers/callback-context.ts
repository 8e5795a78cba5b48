import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import { type Form, formValue } from '#shared/oauth/index.ts';
import type { IdentityProvider } from '#shared/workspace/index.ts';
import { createInteractionContext, type InteractionContext } from '../authorize/context.ts';
import { pickLanguage } from '../pages/texts.ts';
import type { Runtime } from '../runtime.ts';
import type { AwayAtProvider } from '../stores/transactions.ts';
import type { Subject } from '../subject.ts';
import type { ProviderMetadata } from './provider-store.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** The answer of an identity provider on its way through its pipeline. */
export interface CallbackContext extends InteractionContext {
  /** True if it came as a form: tokens never come in a URL. */
  readonly isPosted: boolean;
  /**
   * The values that the request to the provider was tied to; set once the answer has come back to the browser that
   * asked.
   */
  away: AwayAtProvider | null;
  provider: IdentityProvider | null;
  metadata: ProviderMetadata | null;
  idToken: string;
  /** Null in the implicit flow. */
  accessToken: string | null;
  /** `alg` of the ID token. */
  algorithm: string;
  /** The provider's claims about the user; believed step by step. */
  claims: Claims | null;
  username: string;
  subject: Subject | null;
}

/** Creates the context of an answer; the language is that of the sign-in to which it belongs. */
export function createCallbackContext(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
  isPosted: boolean,
): CallbackContext {
  const context = createInteractionContext(runtime, request, notes, form);
  const known = runtime.transactions.findAway(formValue(form, 'state') ?? '', context.nowMillis);
  return {
    ...context,
    language: pickLanguage(known?.request.uiLocales, request.headers['accept-language']),
    isPosted,
    away: null,
    provider: null,
    metadata: null,
    idToken: '',
    accessToken: null,
    algorithm: '',
    claims: null,
    username: '',
    subject: null,
  };
}
