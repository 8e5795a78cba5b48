import { assertNever } from '#shared/errors/index.ts';
import type { HandlerNode } from '#shared/gateway/types.ts';
import type { Upstreams } from '../proxy/upstreams.ts';
import type { RunningHandler } from './handler.ts';
import { reverseProxyHandler } from './reverse-proxy.ts';
import { staticResponseHandler } from './static-response.ts';

/** A handler at the end of a chain. */
export type EndNode = Exclude<HandlerNode, { type: 'Chain' }>;

/** Makes a handler of its declaration in a route. */
export async function createHandler(
  node: EndNode,
  baseUri: string | null,
  upstreams: Upstreams,
): Promise<RunningHandler> {
  switch (node.type) {
    case 'ReverseProxyHandler':
      return reverseProxyHandler(
        baseUri === null ? null : await upstreams.of(originOf(baseUri), node.config),
      );
    case 'StaticResponseHandler':
      return staticResponseHandler(node.config);
    default:
      return assertNever(node);
  }
}

/** The schemes of WebSocket correspond to those of the HTTP request that opens it. RFC 6455 §3 */
function originOf(baseUri: string): string {
  return new URL(baseUri.replace(/^ws/, 'http')).origin;
}
