import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { Pipeline } from '../pipeline.ts';
import { methodNotAllowed } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { readBackForm, runBack } from './back-endpoint.ts';
import { createTokenContext, type TokenContext } from './context.ts';

/** The pipelines of the token endpoint: one for each grant type, and one for requests of no known grant. */
export interface TokenPipelines {
  readonly byGrantType: ReadonlyMap<string, Pipeline<TokenContext>>;
  readonly other: Pipeline<TokenContext>;
}

/** Answers a token request, synchronously unless something has to be on disk or signed first. RFC 6749 §3.2. */
export function answerTokenRequest(
  runtime: Runtime,
  pipelines: TokenPipelines,
  request: HttpRequest,
  notes: ExchangeNotes,
): HttpResponse | Promise<HttpResponse> {
  if (request.method !== 'POST') return methodNotAllowed('POST');
  const form = readBackForm(request);
  const grantPipeline = pipelines.byGrantType.get(formValue(form, 'grant_type') ?? '');
  const pipeline = grantPipeline ?? pipelines.other;
  return runBack(pipeline, createTokenContext(runtime, request, notes, form, grantPipeline !== undefined));
}
