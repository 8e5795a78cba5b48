import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { compilePipeline, type Pipeline, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import { type AuthorizationServerSettings, followsRfcs } from '#shared/workspace/index.ts';
import { type OAuthError, unavailable, wireError } from '../errors.ts';
import { isKept } from '../keeping.ts';
import { jsonError } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { activeWeaknesses, registrationWeaknesses } from '../weaknesses/index.ts';
import { createRegistrationContext, type RegistrationContext } from './context.ts';
import { managePipelines, registerPipeline } from './pipelines.ts';

type Compiled = Readonly<Record<'POST' | keyof typeof managePipelines, Pipeline<RegistrationContext>>>;

const compiled = new WeakMap<AuthorizationServerSettings, Compiled>();

/** The pipelines as the settings in force want them. */
function pipelinesFor(settings: AuthorizationServerSettings): Compiled {
  const known = compiled.get(settings);
  if (known !== undefined) return known;
  const weaknesses = activeWeaknesses(registrationWeaknesses, settings);
  const made = {
    POST: compilePipeline(registerPipeline, weaknesses),
    GET: compilePipeline(managePipelines.GET, weaknesses),
    PUT: compilePipeline(managePipelines.PUT, weaknesses),
    DELETE: compilePipeline(managePipelines.DELETE, weaknesses),
  };
  compiled.set(settings, made);
  return made;
}

/** Registers a client, or lets it manage its registration. RFC 7591 §3, RFC 7592 §2 */
export async function handleRegistration(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
): Promise<HttpResponse> {
  const context = createRegistrationContext(runtime, request, notes);
  const pipelines = pipelinesFor(context.settings);
  const { method } = request;
  const pipeline =
    method === 'GET' || method === 'PUT' || method === 'DELETE' ? pipelines[method] : pipelines.POST;
  notes.trace = () => traceOf(pipeline, context);
  if (runtime.records.isStuck() && method !== 'GET') return refusal(context, notStored());
  await runPipeline(pipeline, context);
  const { failure, answer, altered } = context;
  const made = failure === null && answer !== null ? answer : refusal(context, failure ?? notStored());
  if (context.mustCommit && !(await isKept(runtime))) return refusal(context, notStored());
  return altered === null ? made : altered(made);
}

function notStored(): OAuthError {
  return unavailable('The server cannot store data at the moment');
}

/** RFC 7591 §3.2.2; a refused token gets a challenge, by RFC 6750 §3 */
function refusal(context: RegistrationContext, failure: OAuthError): HttpResponse {
  context.failure = failure;
  const isStrict = followsRfcs(context.settings.profile);
  const error = wireError(failure, isStrict);
  const { retryAfterSeconds } = failure.options;
  const given = context.bearer === null ? '' : ', error="invalid_token"';
  return jsonError(error, isStrict, [
    ...(error.status === 401 ? ['WWW-Authenticate', `Bearer realm="registration"${given}`] : []),
    ...(retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)]),
  ]);
}
