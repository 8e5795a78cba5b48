import type { HttpHandler, HttpResponse } from '#main/platform/http.ts';
import {
  authorizationPath,
  grantsPath,
  introspectionPath,
  jwksPath,
  providerCallbackPath,
  revocationPath,
  tokenPath,
  userinfoPath,
} from '#shared/oauth/index.ts';
import { answerAuthorization } from './authorize/endpoint.ts';
import { withCors } from './cors.ts';
import { answerProviderCallback } from './identity-providers/endpoint.ts';
import { answerJwks } from './keys/jwks.ts';
import { answerMetadata } from './metadata.ts';
import { createPipelines } from './pipelines.ts';
import type { Runtime } from './runtime.ts';
import { answerSelfService } from './self-service/endpoint.ts';
import { answerBackRequest } from './token/back-endpoint.ts';
import { answerTokenRequest } from './token/endpoint.ts';
import { answerUserinfo } from './userinfo/endpoint.ts';

const notFound: HttpResponse = {
  status: 404,
  headers: ['Content-Type', 'text/plain;charset=UTF-8', 'Cache-Control', 'no-store'],
  body: 'There is nothing at this path.\n',
};

/** Every path of the authorization server and what answers there. */
export function createEndpoints(runtime: Runtime): ReadonlyMap<string, HttpHandler> {
  const pipelines = createPipelines(runtime);
  const metadata = withCors('GET', (request) => answerMetadata(runtime, request));
  return new Map<string, HttpHandler>([
    [
      authorizationPath,
      (request, notes) => answerAuthorization(runtime, pipelines().authorize, request, notes),
    ],
    [
      providerCallbackPath,
      (request, notes) => answerProviderCallback(runtime, pipelines().provider, request, notes),
    ],
    [
      tokenPath,
      withCors('POST', (request, notes) => answerTokenRequest(runtime, pipelines().token, request, notes)),
    ],
    [
      introspectionPath,
      (request, notes) => answerBackRequest(runtime, pipelines().introspection, request, notes),
    ],
    [
      revocationPath,
      withCors('POST', (request, notes) =>
        answerBackRequest(runtime, pipelines().revocation, request, notes),
      ),
    ],
    [
      userinfoPath,
      withCors('GET, POST', (request, notes) =>
        answerUserinfo(runtime, pipelines().userinfo, request, notes),
      ),
    ],
    [grantsPath, (request, notes) => answerSelfService(runtime, pipelines().selfService, request, notes)],
    [jwksPath, withCors('GET', (request) => answerJwks(runtime, request))],
    ['/.well-known/oauth-authorization-server', metadata],
    ['/.well-known/openid-configuration', metadata],
  ]);
}

/** Leads a request to its endpoint; an unknown path is 404. */
export function createDispatcher(endpoints: ReadonlyMap<string, HttpHandler>): HttpHandler {
  return (request, notes) => endpoints.get(request.path)?.(request, notes) ?? notFound;
}
