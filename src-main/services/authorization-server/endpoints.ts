import { METHODS } from 'node:http';
import type { HttpHandler, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import {
  authorizationPath,
  emptyForm,
  endSessionPath,
  grantsPath,
  introspectionPath,
  jwksPath,
  providerCallbackPath,
  pushedAuthorizationPath,
  registrationPath,
  revocationPath,
  tokenPath,
  userinfoPath,
} from '#shared/oauth/index.ts';
import { handleAuthorization, readFrontForm } from './authorize/endpoint.ts';
import { handleProviderCallback } from './identity-providers/endpoint.ts';
import { handleJwks } from './keys/jwks.ts';
import { handleMetadata } from './metadata.ts';
import { type CompiledPipelines, createPipelines } from './pipelines.ts';
import { handlePush } from './push/endpoint.ts';
import { type Endpoint, enter } from './request-guard.ts';
import { ownAddress } from './responses.ts';
import type { Runtime } from './runtime.ts';
import { handleSelfService } from './self-service/endpoint.ts';
import { handleBackRequest, handleTokenRequest, readBackForm } from './token/endpoint.ts';
import { handleUserinfo } from './userinfo/endpoint.ts';

const preflightSeconds = 600;

/**
 * Lets scripts of other origins read the answers, without cookies: for endpoints that a browser application calls by
 * itself. The authorization endpoint is not among them. RFC 9700 §2.6
 */
function withCors(methods: string, handler: HttpHandler): HttpHandler {
  return (request, notes) => {
    if (request.headers.origin === undefined) return handler(request, notes);
    if (isPreflight(request)) return preflight(methods);
    const response = handler(request, notes);
    return response instanceof Promise ? response.then(readable) : readable(response);
  };
}

function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function preflight(methods: string): HttpResponse {
  const headers = [
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, DPoP',
    'Access-Control-Max-Age',
    String(preflightSeconds),
  ];
  return { status: 204, headers, body: '' };
}

function readable(response: HttpResponse): HttpResponse {
  const headers = [
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Expose-Headers',
    'WWW-Authenticate, DPoP-Nonce',
  ];
  return { ...response, headers: [...response.headers, ...headers] };
}

const notFound: HttpResponse = {
  status: 404,
  headers: ['Content-Type', 'text/plain;charset=UTF-8', 'Cache-Control', 'no-store'],
  body: 'No resource exists at this path.\n',
};

const getOrPost = { methods: ['GET', 'POST'], isOpenToScripts: false, read: readFrontForm } as const;
const post = { methods: ['POST'], isOpenToScripts: true, read: readBackForm } as const;
const document = { methods: ['GET', 'HEAD'], isOpenToScripts: true, read: () => emptyForm } as const;

/** Where clients register themselves: loaded when it is first asked for something. Off, it takes no new ones. */
const registration: Endpoint = {
  methods: ['POST', 'GET', 'PUT', 'DELETE'],
  isOpenToScripts: true,
  read: () => emptyForm,
  async answer(server, request, notes) {
    if (server.settings().registration === 'off' && request.method === 'POST') return notFound;
    const { handleRegistration } = await import('./registration/endpoint.ts');
    return handleRegistration(server, request, notes);
  },
};

/** The handlers of each path of the authorization server, and of all others. */
export interface Endpoints {
  readonly byPath: ReadonlyMap<string, HttpHandler>;
  readonly elsewhere: HttpHandler;
}

type Place = readonly [path: string, endpoint: Endpoint];

/** The endpoints to which clients send their requests themselves. */
function clientEndpoints(pipelines: () => CompiledPipelines): readonly Place[] {
  return [
    [
      pushedAuthorizationPath,
      {
        ...post,
        answer: (server, request, notes, form) => handlePush(pipelines().push, server, request, notes, form),
      },
    ],
    [registrationPath, registration],
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
  ];
}

/** Every path of the authorization server and what answers there. */
export function createEndpoints(runtime: Runtime): Endpoints {
  const pipelines = createPipelines(runtime);
  const metadata: Endpoint = { ...document, answer: handleMetadata };
  const endpoints: readonly Place[] = [
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
    ...clientEndpoints(pipelines),
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
    [
      endSessionPath,
      {
        ...getOrPost,
        answer: async (...given) => {
          const { handleEndSession } = await import('./logout/endpoint.ts');
          return handleEndSession(...given);
        },
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
