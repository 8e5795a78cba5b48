import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { type Pipeline, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import { emptyForm, type Form, parseForm } from '#shared/oauth/index.ts';
import { OAuthError, unavailable, wireError } from '../errors.ts';
import { isKept } from '../keeping.ts';
import { jsonError, jsonResponse } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { type BackContext, createBackContext } from './context.ts';
import { isFormType } from './steps.ts';

/** Goes with every 401, whether the client used the header or not. RFC 9110 §15.5.2 */
const challenge = ['WWW-Authenticate', 'Basic realm="token endpoint", charset="UTF-8"'] as const;

/** Reads the form of a request that a client sends straight to the server; of another type it has none. */
export function readBackForm(request: HttpRequest): Form {
  return isFormType(request.headers['content-type']) ? parseForm(request.body.toString('utf8')) : emptyForm;
}

/** Answers a request of a client at an endpoint of one pipeline. RFC 7662 §2.1, RFC 7009 §2.1 */
export function handleBackRequest(
  pipeline: Pipeline<BackContext>,
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): HttpResponse | Promise<HttpResponse> {
  return runBack(pipeline, createBackContext(runtime, request, notes, form));
}

/** Runs a pipeline and answers with its result, synchronously unless something has to be on disk first. */
export function runBack<C extends BackContext>(
  pipeline: Pipeline<C>,
  context: C,
): HttpResponse | Promise<HttpResponse> {
  context.notes.trace = () => traceOf(pipeline, context);
  const pending = runPipeline(pipeline, context);
  return pending instanceof Promise ? respondAfter(pending, context) : respond(context);
}

async function respondAfter(pending: Promise<void>, context: BackContext): Promise<HttpResponse> {
  await pending;
  return respond(context);
}

function respond(context: BackContext): HttpResponse | Promise<HttpResponse> {
  const made = context.failure === null ? jsonResponse(context.body) : refusal(context);
  const response = context.altered === null ? made : context.altered(made);
  return context.mustCommit ? commitThen(context, response) : response;
}

async function commitThen(context: BackContext, response: HttpResponse): Promise<HttpResponse> {
  if (await isKept(context.runtime)) return response;
  // The code, token or assertion presented is used up: presenting it again would end the grant, so nothing asks the
  // client to.
  const mayBeLost = () =>
    new OAuthError('server_error', { description: 'What was granted could not be kept' });
  context.failure = context.unkept ?? mayBeLost();
  return refusal(context);
}

/** Refuses for now a request that is not begun, since nothing that it leads to could be kept. */
export function refuseUnwritable(context: BackContext): HttpResponse {
  context.failure = unavailable('The server cannot keep anything at the moment');
  return refusal(context);
}

function refusal({ failure, settings }: BackContext): HttpResponse {
  if (failure === null) throw new Error('There is nothing to refuse');
  const isStrict = settings.profile === 'strict';
  const error = wireError(failure, isStrict);
  const { retryAfterSeconds } = failure.options;
  if (retryAfterSeconds !== undefined)
    return jsonError(error, isStrict, ['Retry-After', String(retryAfterSeconds)]);
  return jsonError(error, isStrict, error.status === 401 ? challenge : []);
}
