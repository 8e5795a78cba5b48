import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import type { Form } from '#shared/oauth/index.ts';
import { type AuthorizeContext, createAuthorizeContext } from '../authorize/context.ts';
import type { Runtime } from '../runtime.ts';
import { type BackContext, createBackContext } from '../token/context.ts';

/** An authorization request that its client sends straight to the server. RFC 9126 §2 */
export interface PushContext extends BackContext, AuthorizeContext {}

/** Creates the context of a pushed request. */
export function createPushContext(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): PushContext {
  return {
    ...createBackContext(runtime, request, notes, form),
    ...createAuthorizeContext(runtime, request, notes, form),
    channel: 'push',
    // Beside a request object nothing else counts. RFC 9126 §3
    outerResponseType: undefined,
  };
}
