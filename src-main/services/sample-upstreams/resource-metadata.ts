import type { HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { resourceMetadata, resourceMetadataPath } from '#shared/oauth/index.ts';
import { mcpPlace } from './mcp/context.ts';
import { knownScopes } from './mcp/operations.ts';
import type { ResourceServerPorts } from './resource/context.ts';
import { ordersPlace } from './resource/methods.ts';

interface Described {
  readonly path: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

const orders: Described = {
  path: ordersPlace.path,
  name: 'Sample orders',
  scopes: ['orders.read', 'orders.write'],
};
const mcp: Described = { path: mcpPlace.path, name: 'Sample MCP server', scopes: knownScopes };

/** By what follows the well-known path; without it, clients of the MCP server ask. RFC 9728 §3.1 */
const described: ReadonlyMap<string, Described> = new Map([
  ['', mcp],
  [mcpPlace.path, mcp],
  [ordersPlace.path, orders],
]);

/** Answers with the metadata of a protected resource; null: the request is for something else. RFC 9728 §3 */
export function answerResourceMetadata(
  { authorizationServer }: Pick<ResourceServerPorts, 'authorizationServer'>,
  { path, method, origin }: Pick<HttpRequest, 'path' | 'method' | 'origin'>,
): HttpResponse | null {
  if (!path.startsWith(resourceMetadataPath)) return null;
  const found = described.get(path.slice(resourceMetadataPath.length));
  if (found === undefined) return null;
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, headers: ['Allow', 'GET, HEAD'], body: '' };
  const issuer = authorizationServer();
  if (issuer === null) return { status: 503, headers: ['Retry-After', '5'], body: '' };
  const facts = { resource: origin + found.path, issuer, scopes: found.scopes, name: found.name };
  const headers = ['Content-Type', 'application/json', 'Access-Control-Allow-Origin', '*'];
  return { status: 200, headers, body: resourceMetadata(facts) };
}
