import { METHODS } from 'node:http';
import type { HttpHandler, HttpResponse } from '#main/platform/http.ts';
import {
  authorizationPath,
  emptyForm,
  grantsPath,
  introspectionPath,
  jwksPath,
  providerCallbackPath,
  revocationPath,
  tokenPath,
  userinfoPath,
} from '#shared/oauth/index.ts';
import { handleAuthorization, readFrontForm } from './authorize/endpoint.ts';
import { withCors } from './cors.ts';
import { handleProviderCallback } from './identity-providers/endpoint.ts';
import { handleJwks } from './keys/jwks.ts';
import { handleMetadata } from './metadata.ts';
import { ownAddress } from './own-address.ts';
import { createPipelines } from './pipelines.ts';
import type { Endpoint } from './request-guard/endpoint.ts';
import { enter } from './request-guard/enter.ts';
import type { Runtime } from './runtime.ts';
import { handleSelfService } from './self-service/endpoint.ts';
import { handleBackRequest, readBackForm } from './token/back-endpoint.ts';
import { handleTokenRequest } from './token/endpoint.ts';
import { handleUserinfo } from './userinfo/endpoint.ts';

const notFound: HttpResponse = {
  status: 404,
  headers: ['Content-Type', 'text/plain;charset=UTF-8', 'Cache-Control', 'no-store'],
  body: 'There is nothing at this path.\n',
};

const getOrPost = { methods: ['GET', 'POST'], isOpenToScripts: false, read: readFrontForm } as const;
const post = { methods: ['POST'], isOpenToScripts: true, read: readBackForm } as const;
const document = { methods: ['GET', 'HEAD'], isOpenToScripts: true, read: () => emptyForm } as const;

/** The handlers of each path of the authorization server, and of all others. */
export interface Endpoints {
  readonly byPath: ReadonlyMap<string, HttpHandler>;
  readonly elsewhere: HttpHandler;
}

/** Every path of the authorization server and what answers there. */
export function createEndpoints(runtime: Runtime): Endpoints {
  const pipelines = createPipelines(runtime);
  const metadata: Endpoint = { ...document, answer: handleMetadata };
  const endpoints: readonly (readonly [path: string, endpoint: Endpoint])[] = [
    [
      authorizationPath,
      {
        ...getOrPost,
        answer: (server, request, notes, form) =>
          handleAuthorization(pipelines().authorize, server, request, notes, form),
      },
    ],
    [
      providerCallbackPath,
      {
        ...getOrPost,
        answer: (server, request, notes) =>
          handleProviderCallback(pipelines().provider, server, request, notes),
      },
    ],
    [
      tokenPath,
      {
        ...post,
        answer: (server, request, notes, form) =>
          handleTokenRequest(pipelines().token, server, request, notes, form),
      },
    ],
    [
      introspectionPath,
      {
        ...post,
        isOpenToScripts: false,
        answer: (server, request, notes, form) =>
          handleBackRequest(pipelines().introspection, server, request, notes, form),
      },
    ],
    [
      revocationPath,
      {
        ...post,
        answer: (server, request, notes, form) =>
          handleBackRequest(pipelines().revocation, server, request, notes, form),
      },
    ],
    [
      userinfoPath,
      {
        ...getOrPost,
        isOpenToScripts: true,
        answer: (server, request, notes) => handleUserinfo(pipelines().userinfo, server, request, notes),
      },
    ],
    [
      grantsPath,
      {
        ...getOrPost,
        answer: (server, request, notes) =>
          handleSelfService(pipelines().selfService, server, request, notes),
      },
    ],
    [jwksPath, { ...document, answer: handleJwks }],
    ['/.well-known/oauth-authorization-server', metadata],
    ['/.well-known/openid-configuration', metadata],
  ];
  const nothing: Endpoint = {
    methods: METHODS,
    isOpenToScripts: false,
    read: () => emptyForm,
    answer: () => notFound,
  };
  const byPath = new Map(
    endpoints.map(([path, endpoint]) => {
      const handler = enter(runtime, () => pipelines().requestGuard, endpoint);
      const methods = endpoint.methods.filter((method) => method !== 'HEAD').join(', ');
      return [path, endpoint.isOpenToScripts ? withCors(methods, handler) : handler];
    }),
  );
  return { byPath, elsewhere: enter(runtime, () => pipelines().requestGuard, nothing) };
}

/** Leads a request to its endpoint; an unknown path is 404. */
export function createDispatcher({ byPath, elsewhere }: Endpoints, { issuer }: Runtime): HttpHandler {
  return (request, notes) => {
    const path = ownAddress(issuer()).below(request.path);
    // A proxy that takes the path of the base URL away may leave one that begins like it.
    return (byPath.get(path) ?? byPath.get(request.path) ?? elsewhere)(request, notes);
  };
}
