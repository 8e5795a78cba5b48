import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import type { Pipeline } from '#main/platform/pipeline.ts';
import type { Form } from '#shared/oauth/index.ts';
import type { Runtime } from '../runtime.ts';
import { runBack } from '../token/endpoint.ts';
import { createPushContext, type PushContext } from './context.ts';

/** Answers a pushed authorization request. RFC 9126 §2.2 and §2.3 */
export function handlePush(
  pipeline: Pipeline<PushContext>,
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): HttpResponse | Promise<HttpResponse> {
  return runBack(pipeline, createPushContext(runtime, request, notes, form));
}
