import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import {
  createResourceContext,
  type Owner,
  type ResourceContext,
  type ResourcePlace,
  type ResourceServerPorts,
} from '../resource/context.ts';
import { connectScopes, type Operation, readOperations, scopesOf } from './operations.ts';
import type { PlacedOrders } from './placed-orders.ts';

/** The MCP server, as a protected resource. */
export const mcpPlace: ResourcePlace = { path: '/mcp', realm: 'mcp' };

/** State of the MCP server between requests. */
export interface McpState extends Pick<ResourceContext, 'cache' | 'proofs'> {
  readonly placed: PlacedOrders;
}

/** A request for the MCP server on its way through its pipeline. */
export interface McpContext extends ResourceContext {
  readonly placed: PlacedOrders;
  readonly operations: readonly Operation[];
  /** Whose orders the tools see. */
  shownOwner: Owner | null;
}

/** Creates the context of a request. */
export function createMcpContext(
  ports: ResourceServerPorts,
  state: McpState,
  request: HttpRequest,
  notes: ExchangeNotes,
): McpContext {
  const operations = readOperations(request.body);
  const needed = scopesOf(operations);
  return {
    ...createResourceContext(ports, state, mcpPlace, request, notes),
    needed: needed.length === 0 ? connectScopes : needed,
    placed: state.placed,
    operations,
    shownOwner: null,
  };
}
