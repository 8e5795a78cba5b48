import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import type { Pipeline } from '#main/platform/pipeline.ts';
import { type Form, formValue } from '#shared/oauth/index.ts';
import type { Runtime } from '../runtime.ts';
import { refuseUnwritable, runBack } from './back-endpoint.ts';
import { createTokenContext, type TokenContext } from './context.ts';

/** The pipelines of the token endpoint: one for each grant type, and one for requests of no known grant. */
export interface TokenPipelines {
  readonly byGrantType: ReadonlyMap<string, Pipeline<TokenContext>>;
  readonly other: Pipeline<TokenContext>;
  /** Grant types that use up what the client shows. */
  readonly usingUp: ReadonlySet<string>;
}

/** Answers a token request, synchronously unless something has to be on disk or signed first. RFC 6749 §3.2. */
export function handleTokenRequest(
  pipelines: TokenPipelines,
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): HttpResponse | Promise<HttpResponse> {
  const grantType = formValue(form, 'grant_type') ?? '';
  const grantPipeline = pipelines.byGrantType.get(grantType);
  const pipeline = grantPipeline ?? pipelines.other;
  const context = createTokenContext(runtime, request, notes, form, grantPipeline !== undefined);
  // A code or a refresh token that is used up now would be lost with the answer.
  if (runtime.records.isStuck() && pipelines.usingUp.has(grantType)) return refuseUnwritable(context);
  return runBack(pipeline, context);
}
