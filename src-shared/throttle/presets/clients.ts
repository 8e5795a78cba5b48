import type { Pattern, Traffic, TrafficClass } from '../traffic/schema.ts';

/** Traffic to the route of a preset. */
export function trafficOf(
  traffic: Pick<Traffic, 'name' | 'durationSeconds' | 'clients'> & { readonly changes?: Traffic['changes'] },
): Traffic {
  const request = { method: 'GET', uri: 'http://127.0.0.1:9033/orders', headers: {} };
  return { seed: 1, request, changes: [], ...traffic };
}

/** A client that does not come back when it is refused. */
export function clientOf(
  id: string,
  patterns: readonly Pattern[],
  more: Partial<Pick<TrafficClass, 'attributes' | 'remoteAddress'>> = {},
): TrafficClass {
  return { id, attributes: {}, patterns: [...patterns], on429: { kind: 'drop' }, ...more };
}

/** A person of a status who sends ten requests at each of some moments. */
export function tenRequests(id: string, status: string | null, ...moments: readonly number[]): TrafficClass {
  const patterns = moments.map((atSeconds) => ({ kind: 'burst', atSeconds, requests: 10 }) as const);
  return clientOf(id, patterns, { attributes: { mail: `${id}@example.com`, status } });
}
