import type { NotTakenRequest } from '#shared/throttle/simulation/types.ts';
import type { Model } from './model.ts';
import type { SimulationState } from './state.ts';

const maxNamed = 10;
/** Different requests that are counted: paths with a number in them may be as many as the clients. */
const maxCounted = 10_000;

/** The requests that the route does not take, by method and path, most frequent first. */
export function notTakenRequests(
  { clients }: Model,
  { notTakenOf }: SimulationState,
): readonly NotTakenRequest[] {
  const counts = new Map<string, number>();
  for (const [client, count] of notTakenOf?.entries() ?? []) {
    if (count === 0) continue;
    const { method, uri } = clients.requestOf(client);
    const request = `${method} ${pathOf(uri)}`;
    const known = counts.get(request);
    if (known !== undefined || counts.size < maxCounted) counts.set(request, (known ?? 0) + count);
  }
  return [...counts]
    .map(([request, count]) => ({ request, count }))
    .toSorted((a, b) => b.count - a.count || (a.request < b.request ? -1 : 1))
    .slice(0, maxNamed);
}

/** The path of a URL or of a path with a query: by hand, since that takes any text. */
function pathOf(uri: string): string {
  const whole = uri.search(/[?#]/);
  const text = whole === -1 ? uri : uri.slice(0, whole);
  const scheme = text.indexOf('://');
  if (scheme === -1) return text;
  const path = text.indexOf('/', scheme + 3);
  return path === -1 ? '/' : text.slice(path);
}
