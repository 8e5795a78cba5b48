import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import { emptyForm, type Form } from '#shared/oauth/index.ts';
import { sessionIdOf } from '../authorize/session-cookie.ts';
import { type Language, pickLanguage } from '../pages/texts.ts';
import { type RequestContext, startContext } from '../request-context.ts';
import type { Runtime } from '../runtime.ts';
import { attributesOf, type Subject } from '../subject.ts';
import { readBackForm } from '../token/endpoint.ts';

/** A visit to the page on which users see and take back what they allowed. */
export interface SelfServiceContext extends RequestContext {
  readonly form: Form;
  readonly language: Language;
  readonly sessionId: string;
  /** The user who is signed in in this browser; null: nobody. */
  subject: Subject | null;
  /** Fault of an attempt to sign in. */
  fault: 'wrong' | 'unavailable' | null;
  headers: readonly string[];
  effect: string;
}

/** Creates the context of a visit; of several accounts the one that signed in last counts. */
export function createSelfServiceContext(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
): SelfServiceContext {
  const nowMillis = runtime.clock.nowMillis();
  const sessionId = sessionIdOf(request);
  const accounts = runtime.sessions.accounts(sessionId, nowMillis);
  return {
    ...startContext(runtime, request, notes),
    form: request.method === 'GET' ? emptyForm : readBackForm(request),
    language: pickLanguage(undefined, request.headers['accept-language']),
    sessionId,
    subject: accounts.find((each) => attributesOf(runtime, each.subject) !== null)?.subject ?? null,
    fault: null,
    headers: [],
    effect: '',
  };
}
