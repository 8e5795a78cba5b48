import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { type Pipeline, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import { emptyForm, type Form, formValue, parseForm } from '#shared/oauth/index.ts';
import { followsRfcs } from '#shared/workspace/index.ts';
import { type OAuthError, wireError } from '../errors.ts';
import { errorPage } from '../pages/error.ts';
import { redirect } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { required } from '../token/context.ts';
import { isFormType } from '../token/endpoint.ts';
import { bindingCookie } from './browser-binding.ts';
import { errorParameters, respondToClient } from './client-response.ts';
import { type AuthorizeContext, createAuthorizeContext, createInteractionContext } from './context.ts';
import { handleInteraction, type InteractionPipelines } from './interaction.ts';
import { keep } from './keep.ts';
import { errorModeOf } from './response-steps.ts';
import { showPage } from './show-page.ts';

/** The pipelines of the authorization endpoint. */
export interface AuthorizePipelines extends InteractionPipelines {
  readonly request: Pipeline<AuthorizeContext>;
}

/** Answers an authorization request, or what our own pages post to the same path. RFC 6749 §3.1. */
export function handleAuthorization(
  pipelines: AuthorizePipelines,
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): HttpResponse | Promise<HttpResponse> {
  const isOurs = formValue(form, 'txn') !== undefined && formValue(form, 'client_id') === undefined;
  if (isOurs) return handleInteraction(pipelines, createInteractionContext(runtime, request, notes, form));
  return handleRequest(pipelines.request, createAuthorizeContext(runtime, request, notes, form));
}

async function handleRequest(
  pipeline: Pipeline<AuthorizeContext>,
  context: AuthorizeContext,
): Promise<HttpResponse> {
  context.notes.trace = () => traceOf(pipeline, context);
  await runPipeline(pipeline, context);
  await keep(context);
  const response = await (context.failure === null ? proceed(context) : refuse(context, context.failure));
  return context.altered === null ? response : context.altered(response);
}

/** The parameters of a request of a browser: of its query, or of the form that it posts. RFC 6749 §3.1 */
export function readFrontForm(request: HttpRequest): Form {
  if (request.method === 'GET') return parseForm(request.query);
  return isFormType(request.headers['content-type']) ? parseForm(request.body.toString('utf8')) : emptyForm;
}

function proceed(context: AuthorizeContext): HttpResponse | Promise<HttpResponse> {
  const { responseParameters, runtime, language, location } = context;
  const transaction = required(context.transaction);
  const { clientId, redirectUri, encodedState, responseIssuer, responseMode } = transaction.request;
  if (responseParameters !== null) {
    const destination = { clientId, redirectUri, encodedState, responseIssuer, mode: responseMode, language };
    return respondToClient(runtime, destination, responseParameters, statusFor(context), context.headers);
  }
  const binding = bindingCookie(transaction, runtime.issuer());
  if (location !== null) return redirect(statusFor(context), location, binding);
  return showPage(context, transaction, null, binding);
}

function refuse(context: AuthorizeContext, failure: OAuthError): HttpResponse | Promise<HttpResponse> {
  const {
    runtime,
    settings,
    language,
    redirectUri,
    responseIssuer,
    encodedState,
    client,
    transaction,
    notes,
  } = context;
  const issuer = runtime.issuer();
  const error = wireError(failure, followsRfcs(settings.profile));
  const clientId = client?.clientId ?? '';
  const reason = failure.message;
  runtime.audit.emit('authorization.refused', { clientId, reason }, notes);
  if (transaction !== null) runtime.transactions.end(transaction);
  if (redirectUri === null) {
    return errorPage({ language, issuer, kind: 'request', description: error.description ?? error.code });
  }
  const mode = errorModeOf(context);
  const destination = { clientId, redirectUri, encodedState, responseIssuer, mode, language };
  return respondToClient(runtime, destination, errorParameters(error), statusFor(context), []);
}

/** After a post the browser must not post again elsewhere. RFC 9110 §15.4.4 */
function statusFor({ request }: AuthorizeContext): 302 | 303 {
  return request.method === 'GET' ? 302 : 303;
}
