import { sentTokens } from '#main/platform/bearer-token.ts';
import { createDpopState } from '#main/platform/dpop/index.ts';
import type { HttpHandler, HttpResponse } from '#main/platform/http.ts';
import { createPipeline, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import { createResourceContext, type ResourceContext, type ResourceServerPorts } from './resource/context.ts';
import { resourceNonce } from './resource/dpop.ts';
import { allowedMethods, ordersPlace, scopeFor } from './resource/methods.ts';
import { refusalResponse } from './resource/refusal.ts';
import { resourcePipeline } from './resource/steps.ts';
import { createValidationCache } from './resource/validation-cache.ts';
import { resourceWeaknesses } from './weaknesses.ts';

/**
 * A protected API with one resource, `/orders`: takes the token in header, body or query, has it validated by the
 * authorization server and answers, or refuses as RFC 6750 §3 says. Specification 1 §4.3
 */
export function createResourceServer(ports: ResourceServerPorts): HttpHandler {
  const known = { cache: createValidationCache(), proofs: createDpopState() };
  const pipelineInForce = createPipeline(
    resourcePipeline,
    resourceWeaknesses,
    () => ports.settings().weaknesses,
  );
  return async (request, notes) => {
    // The supported methods are no secret, and a preflight request has no token yet. RFC 9110 §9.3.7
    if (request.method === 'OPTIONS' && sentTokens(request).length === 0) return options([]);
    const pipeline = pipelineInForce();
    const context = createResourceContext(ports, known, ordersPlace, request, notes);
    context.needed = [scopeFor(request.method)];
    notes.trace = () => traceOf(pipeline, context);
    await runPipeline(pipeline, context);
    const { failure } = context;
    const response = failure === null ? handled(context) : refusalResponse(failure, context);
    return { ...response, headers: [...response.headers, ...resourceNonce(context)] };
  };
}

function handled({ cacheControl, body }: ResourceContext): HttpResponse {
  const kept = cacheControl === null ? [] : ['Cache-Control', cacheControl];
  return body === null
    ? options(kept)
    : { status: 200, headers: ['Content-Type', 'application/json;charset=UTF-8', ...kept], body };
}

function options(kept: readonly string[]): HttpResponse {
  return { status: 204, headers: ['Allow', allowedMethods, ...kept], body: '' };
}
