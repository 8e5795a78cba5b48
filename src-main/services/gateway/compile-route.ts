import type { FilterNode, HandlerNode, Route } from '#shared/gateway/types.ts';
import type { RunningFilter } from './filters/filter.ts';
import { createFilter, type FilterPorts, filterKey } from './filters/index.ts';
import { createHandler, type EndNode } from './handlers/index.ts';
import type { Upstreams } from './proxy/upstreams.ts';
import type { PublishedResource, RunningRoute } from './running-route.ts';
import { routeRules } from './trace.ts';

/** Filters by what makes them the same over a reload. */
export type FilterMap = ReadonlyMap<string, RunningFilter>;

export interface CompiledRoute {
  readonly running: RunningRoute;
  readonly filters: FilterMap;
}

/**
 * Makes a route ready to run: chains within chains become one list, and a filter that is known under its
 * declaration is reused.
 * @throws errors of a script
 */
export async function compileRoute(
  route: Route,
  filterIndex: Pick<RunningRoute, 'file' | 'properties'>,
  known: FilterMap,
  ports: FilterPorts & { readonly upstreams: Upstreams },
): Promise<CompiledRoute> {
  const { nodes, end } = flatten(route.handler);
  const makeHandler = () => createHandler(end, route.baseURI, ports.upstreams);
  const handler = await makeHandler();
  // Last, as each of them has to be closed again that is not used.
  const filters = createFilters(route.id, nodes, known, ports);
  const { id, name, condition } = route;
  const running: RunningRoute = {
    ...filterIndex,
    id,
    name,
    tag: `route:${id}`,
    condition,
    filters: [...filters.values()],
    pointers: nodes.map(({ pointer }) => pointer),
    resource: resourceOf(nodes),
    handler,
    makeHandler,
    rules: routeRules(route),
    latest: { rules: [] },
  };
  return { running, filters };
}

/** In the order of their declarations. */
function createFilters(
  routeId: string,
  nodes: readonly FilterNode[],
  known: FilterMap,
  ports: FilterPorts,
): FilterMap {
  const filters = new Map<string, RunningFilter>();
  try {
    for (const node of nodes) {
      const key = freeKey(`${routeId} ${filterKey(node)}`, filters);
      filters.set(key, known.get(key) ?? createFilter(node, ports));
    }
    return filters;
  } catch (error) {
    for (const [key, filter] of filters) if (!known.has(key)) filter.close();
    throw error;
  }
}

function resourceOf(nodes: readonly FilterNode[]): PublishedResource | null {
  for (const node of nodes) {
    if (node.type !== 'OAuth2ResourceServerFilter') continue;
    const { scopes, protectedResource } = node.config;
    if (protectedResource !== undefined) return { ...protectedResource, requiredScopes: scopes };
  }
  return null;
}

function flatten(handler: HandlerNode): { readonly nodes: readonly FilterNode[]; readonly end: EndNode } {
  if (handler.type !== 'Chain') return { nodes: [], end: handler };
  const { nodes, end } = flatten(handler.handler);
  return { nodes: [...handler.filters, ...nodes], end };
}

/** Two equal filters in one route are two all the same. */
function freeKey(key: string, taken: FilterMap): string {
  let free = key;
  for (let count = 2; taken.has(free); count += 1) free = `${key} ${count}`;
  return free;
}
