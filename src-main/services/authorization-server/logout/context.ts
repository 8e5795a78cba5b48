import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import { type Form, formValue } from '#shared/oauth/index.ts';
import type { Client } from '#shared/workspace/index.ts';
import { sessionIdOf } from '../authorize/session-cookie.ts';
import { type Language, pickLanguage } from '../pages/texts.ts';
import { type RequestContext, startContext } from '../request-context.ts';
import type { Runtime } from '../runtime.ts';
import type { SessionAccount } from '../stores/sessions.ts';

/** The user and client named by an ID token of this server. */
export interface LogoutHint {
  readonly clientId: string;
  readonly username: string;
  /** The session in which it was issued; null: it names none. */
  readonly sid: string | null;
}

/** A request to sign a user out, on its way through its pipeline. OpenID Connect RP-Initiated Logout §2 */
export interface EndSessionContext extends RequestContext {
  readonly form: Form;
  readonly language: Language;
  readonly sessionId: string;
  /** All accounts that are signed in in this browser. */
  readonly accounts: readonly SessionAccount[];
  hint: LogoutHint | null;
  client: Client | null;
  /** Where the browser may go afterwards; null: nowhere. */
  returnTo: string | null;
  /** The accounts that are signed out; null: the user is asked first. */
  leaving: readonly SessionAccount[] | null;
  /** True if the user was asked and stays. */
  stays: boolean;
  headers: readonly string[];
  mustCommit: boolean;
  effect: string;
}

/** Creates the context of such a request. */
export function createEndSessionContext(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): EndSessionContext {
  const nowMillis = runtime.clock.nowMillis();
  const sessionId = sessionIdOf(request);
  return {
    ...startContext(runtime, request, notes),
    form,
    language: pickLanguage(formValue(form, 'ui_locales'), request.headers['accept-language']),
    sessionId,
    accounts: runtime.sessions.accounts(sessionId, nowMillis),
    hint: null,
    client: null,
    returnTo: null,
    leaving: null,
    stays: false,
    headers: [],
    mustCommit: false,
    effect: '',
  };
}

/** Conditions of the steps. */
export const hasHint = ({ form }: EndSessionContext): boolean =>
  formValue(form, 'id_token_hint') !== undefined;
export const namesClient = ({ form, hint }: EndSessionContext): boolean =>
  hint !== null || formValue(form, 'client_id') !== undefined;
export const wantsToReturn = ({ form }: EndSessionContext): boolean =>
  formValue(form, 'post_logout_redirect_uri') !== undefined;
export const isOwnPost = ({ form, request }: EndSessionContext): boolean =>
  request.method === 'POST' && formValue(form, 'decision') !== undefined;
export const isLeaving = ({ leaving }: EndSessionContext): boolean => leaving !== null && leaving.length > 0;
