import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { emptyForm, type Form, formField, formValue, parseForm } from '#shared/oauth/index.ts';
import { wireError } from '../errors.ts';
import { errorPage } from '../pages/error.ts';
import { type Pipeline, runPipeline, traceOf } from '../pipeline.ts';
import { methodNotAllowed, redirect } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { found } from '../token/context.ts';
import { isFormType } from '../token/steps.ts';
import { bindingCookie } from './browser-binding.ts';
import { errorLocation } from './client-redirect.ts';
import { type AuthorizeContext, createAuthorizeContext, createInteractionContext } from './context.ts';
import { answerInteraction, type InteractionPipelines } from './interaction.ts';
import { showSignIn } from './show-page.ts';

/** The pipelines of the authorization endpoint. */
export interface AuthorizePipelines extends InteractionPipelines {
  readonly request: Pipeline<AuthorizeContext>;
}

/** Answers an authorization request, or what our own pages post to the same path. RFC 6749 §3.1. */
export function answerAuthorization(
  runtime: Runtime,
  pipelines: AuthorizePipelines,
  request: HttpRequest,
  notes: ExchangeNotes,
): HttpResponse | Promise<HttpResponse> {
  if (request.method !== 'GET' && request.method !== 'POST') return methodNotAllowed('GET, POST');
  const form = readForm(request);
  const isOurs = formValue(form, 'txn') !== undefined && formValue(form, 'client_id') === undefined;
  if (isOurs) return answerInteraction(pipelines, createInteractionContext(runtime, request, notes, form));
  const context = createAuthorizeContext(runtime, request, notes, form);
  notes.trace = () => traceOf(pipelines.request, context);
  const pending = runPipeline(pipelines.request, context);
  return pending instanceof Promise ? answerAfter(pending, context) : answer(context);
}

async function answerAfter(pending: Promise<void>, context: AuthorizeContext): Promise<HttpResponse> {
  await pending;
  return answer(context);
}

function readForm(request: HttpRequest): Form {
  if (request.method === 'GET') return parseForm(request.query);
  return isFormType(request.headers['content-type']) ? parseForm(request.body.toString('utf8')) : emptyForm;
}

function answer(context: AuthorizeContext): HttpResponse {
  const { failure, runtime, settings, language, redirectUri, form, request } = context;
  const issuer = runtime.issuer();
  if (failure === null) {
    const transaction = found(context.transaction);
    return showSignIn(context, transaction, null, bindingCookie(transaction, issuer));
  }
  const error = wireError(failure, settings.profile === 'strict');
  if (redirectUri === null) {
    return errorPage({ language, issuer, kind: 'request', description: error.description ?? error.code });
  }
  // Of a repeated state nobody can say which one the client will compare.
  const encodedState = form.duplicates.includes('state') ? null : (formField(form, 'state')?.raw ?? null);
  const location = errorLocation(runtime, { redirectUri, encodedState }, error);
  return redirect(request.method === 'GET' ? 302 : 303, location);
}
