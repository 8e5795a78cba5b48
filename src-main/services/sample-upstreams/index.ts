import type { HttpHandler } from '#main/platform/http.ts';
import { createRouter } from '#main/platform/router.ts';
import { createDirectory, directoryPath } from './directory/directory.ts';
import { mcpPlace } from './mcp/context.ts';
import { mcpWeaknesses } from './mcp/weaknesses.ts';
import type { ResourceServerPorts } from './resource/context.ts';
import { answerResourceMetadata } from './resource-metadata.ts';
import { createResourceServer } from './resource-server.ts';
import {
  callback,
  fragmentCallback,
  login,
  postedCallback,
  type SampleClientPorts,
} from './sample-client.ts';
import { resourceWeaknesses } from './weaknesses.ts';

export { clientPage } from './pages.ts';
export { scopeFor as sampleScopeFor } from './resource/methods.ts';

/** The flaws of the sample resource server as a screen needs them for its list. */
export const resourceWeaknessCatalogue = [...resourceWeaknesses, ...mcpWeaknesses].map(
  ({ id, title, clause, pipeline, step }) => ({ id, title, clause, pipeline, step }),
);

/** Flaws of the gateway before the sample MCP server; the gateway acts on them by their ids. */
export const gatewayWeaknessCatalogue = [
  {
    id: 'token-passthrough',
    title: 'Token of the client forwarded by the gateway',
    clause: 'MCP Security Best Practices',
    pipeline: 'gateway',
    step: 'token-exchanged',
  },
] as const;

export type { CallbackResponse, CallbackResult, SampleClientPorts } from './sample-client.ts';

/**
 * Serves the sample client (`/login`, `/cb`), the sample resource server (`/orders`), the MCP server (`/mcp`),
 * the directory of people (`/hr/v1/…`) and the application (`/client/…`).
 */
export function createSampleUpstreams(
  client: SampleClientPorts,
  resourceServer: ResourceServerPorts,
  application: HttpHandler,
): HttpHandler {
  const orders = createResourceServer(resourceServer);
  const directory = createDirectory(resourceServer);
  const mcp = lazily(resourceServer);
  const others = createRouter([
    { path: '/login', methods: ['GET'], handler: (request) => login(client, request.query) },
    {
      path: '/cb',
      methods: ['GET', 'POST'],
      handler: (request) =>
        request.method === 'POST'
          ? postedCallback(client, request.body.toString('utf8'))
          : callback(client, request),
    },
    {
      path: '/cb/fragment',
      methods: ['POST'],
      handler: ({ body }) => fragmentCallback(client, body.toString('utf8')),
    },
  ]);
  return (request, notes) => {
    if (request.path === '/orders') return orders(request, notes);
    if (request.path === mcpPlace.path) return mcp(request, notes);
    if (request.path.startsWith('/client/')) return application(request, notes);
    if (request.path.startsWith(`${directoryPath}/`)) return directory(request, notes);
    return answerResourceMetadata(resourceServer, request) ?? others(request, notes);
  };
}

/** The MCP server, with its library, is loaded by the first request for it. */
function lazily(ports: ResourceServerPorts): HttpHandler {
  let made: Promise<HttpHandler> | null = null;
  return async (request, notes) => {
    made ??= import('./mcp/index.ts').then(({ createMcpServer }) => createMcpServer(ports));
    return (await made)(request, notes);
  };
}
