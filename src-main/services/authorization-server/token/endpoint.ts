import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { emptyForm, formValue, parseForm } from '#shared/oauth/index.ts';
import { wireError } from '../errors.ts';
import { type Pipeline, runPipeline, traceOf } from '../pipeline.ts';
import { jsonAnswer, jsonError, methodNotAllowed } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { createTokenContext, type TokenContext } from './context.ts';
import { isFormType } from './steps.ts';

/** The pipelines of the token endpoint: one for each grant type, and one for requests of no known grant. */
export interface TokenPipelines {
  readonly byGrantType: ReadonlyMap<string, Pipeline<TokenContext>>;
  readonly other: Pipeline<TokenContext>;
}

const challenge = ['WWW-Authenticate', 'Basic realm="token endpoint", charset="UTF-8"'] as const;

/** Answers a token request, synchronously unless something has to be on disk first. RFC 6749 §3.2. */
export function answerTokenRequest(
  runtime: Runtime,
  pipelines: TokenPipelines,
  request: HttpRequest,
  notes: ExchangeNotes,
): HttpResponse | Promise<HttpResponse> {
  if (request.method !== 'POST') return methodNotAllowed('POST');
  const form = isFormType(request.headers['content-type'])
    ? parseForm(request.body.toString('utf8'))
    : emptyForm;
  const grantPipeline = pipelines.byGrantType.get(formValue(form, 'grant_type') ?? '');
  const pipeline = grantPipeline ?? pipelines.other;
  const context = createTokenContext(
    runtime,
    runtime.settings(),
    request,
    notes,
    form,
    grantPipeline !== undefined,
  );
  notes.trace = () => traceOf(pipeline, context);
  const pending = runPipeline(pipeline, context);
  return pending instanceof Promise ? answerAfter(pending, context) : answer(context);
}

async function answerAfter(pending: Promise<void>, context: TokenContext): Promise<HttpResponse> {
  await pending;
  return answer(context);
}

function answer(context: TokenContext): HttpResponse | Promise<HttpResponse> {
  const response = context.failure === null ? jsonAnswer(context.body) : refusal(context);
  return context.mustCommit ? commitThen(context, response) : response;
}

async function commitThen(context: TokenContext, response: HttpResponse): Promise<HttpResponse> {
  await context.runtime.records.commit();
  return response;
}

function refusal({ failure, settings, request }: TokenContext): HttpResponse {
  if (failure === null) throw new Error('There is nothing to refuse');
  const isStrict = settings.profile === 'strict';
  const error = wireError(failure, isStrict);
  const isChallenged = error.status === 401 && request.headers.authorization !== undefined;
  return jsonError(error, isStrict, isChallenged ? challenge : []);
}
