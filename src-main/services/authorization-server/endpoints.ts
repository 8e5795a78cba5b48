import type { HttpHandler, HttpResponse } from '#main/platform/http.ts';
import { authorizationPath, tokenPath } from '#shared/oauth/index.ts';
import { answerAuthorization } from './authorize/endpoint.ts';
import { answerMetadata } from './metadata.ts';
import { createPipelines } from './pipelines.ts';
import type { Runtime } from './runtime.ts';
import { answerTokenRequest } from './token/endpoint.ts';

const notFound: HttpResponse = {
  status: 404,
  headers: ['Content-Type', 'text/plain;charset=UTF-8', 'Cache-Control', 'no-store'],
  body: 'There is nothing at this path.\n',
};

/** Every path of the authorization server and what answers there. */
export function createEndpoints(runtime: Runtime): ReadonlyMap<string, HttpHandler> {
  const pipelines = createPipelines(runtime);
  return new Map<string, HttpHandler>([
    [
      authorizationPath,
      (request, notes) => answerAuthorization(runtime, pipelines().authorize, request, notes),
    ],
    [tokenPath, (request, notes) => answerTokenRequest(runtime, pipelines().token, request, notes)],
    ['/.well-known/oauth-authorization-server', (request) => answerMetadata(runtime, request)],
    ['/.well-known/openid-configuration', (request) => answerMetadata(runtime, request)],
  ]);
}

/** Leads a request to its endpoint; an unknown path is 404. */
export function createDispatcher(endpoints: ReadonlyMap<string, HttpHandler>): HttpHandler {
  return (request, notes) => endpoints.get(request.path)?.(request, notes) ?? notFound;
}
