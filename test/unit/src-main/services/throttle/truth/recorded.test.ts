import { describe, expect, test } from 'vitest';
import { readRoute } from '#main/services/gateway/pure/index.ts';
import { importTrace } from '#main/services/throttle/pure/import/index.ts';
import { decisionsIn, simulate } from '#main/services/throttle/pure/simulation/index.ts';
import type { Traffic } from '#shared/throttle/traffic/schema.ts';
import { countsByHand, type KnownCounts, type KnownRequest } from './bucket.ts';

function routeOf(condition: string, group: string, requests: number, duration: string) {
  const filter = {
    name: 'throttle',
    type: 'ThrottlingFilter',
    config: { requestGroupingPolicy: group, rate: { numberOfRequests: requests, duration } },
  };
  const { route, problems } = readRoute(
    {
      condition,
      handler: { type: 'Chain', config: { filters: [filter], handler: 'ReverseProxyHandler' } },
    },
    { id: 'test' },
  );
  if (route === null) throw new Error(JSON.stringify(problems));
  return route;
}

function trafficOf(text: string): Traffic {
  const reading = importTrace('csv', { time: 'time', key: 'client_ip', hash: (secret) => secret });
  reading.push(text);
  return reading.finish('log').traffic;
}

/** The same numbers each time, by a generator of this test alone. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const plain = (counts: ReadonlyMap<string, KnownCounts>) => Object.fromEntries(counts);

describe('a log is read as it is', () => {
  test('of four lines of a client, the first to another path, the route takes three', async () => {
    const traffic = trafficOf(
      ['time,client_ip,path', '0,a,/orders', '1,a,/status', '2,a,/status', '3,a,/status/2', ''].join('\n'),
    );
    const route = routeOf("${find(request.uri.path, '^/status')}", '', 100, '1 s');
    const { totals } = await simulate({ route, traffic }, {});
    expect(totals).toMatchObject({ offered: 3, accepted: 3, notTaken: 1 });
  });

  test('paths, methods and hosts that vary within a client give the counts of a bucket by hand', async () => {
    const next = numbers(7);
    const known: KnownRequest[] = [];
    const lines = ['time,client_ip,method,host,scheme,path,status,header.x-tenant'];
    let atMillis = 0;
    for (let index = 0; index < 20_000; index += 1) {
      atMillis += next(90);
      const client = `192.0.2.${next(9)}`;
      const method = ['GET', 'POST', 'DELETE'][next(3)] ?? '';
      const host = ['a.example', 'b.example'][next(2)] ?? '';
      const path = ['/orders', '/orders/1', '/status', '/health'][next(4)] ?? '';
      const status = ['200', '404', '429'][next(3)] ?? '';
      const tenant = ['red', 'blue', 'green'][next(3)] ?? '';
      lines.push([atMillis / 1_000, client, method, host, 'https', path, status, tenant].join(','));
      known.push({
        atMillis,
        client,
        group: `${method} ${host} ${tenant}`,
        isTaken: path.startsWith('/orders'),
      });
    }
    const traffic = trafficOf(lines.join('\n'));
    const route = routeOf(
      "${find(request.uri.path, '^/orders')}",
      '${request.method} ${request.uri.host} ${request.headers["x-tenant"][0]}',
      5,
      '4 s',
    );
    const first = known[0]?.atMillis ?? 0;
    const byHand = countsByHand(
      known.map((each) => ({ ...each, atMillis: each.atMillis - first })),
      { requests: 5, perMillis: 4_000 },
    );
    const shown = { route, traffic, groups: 100 };
    const { groups, totals } = await simulate(shown, {});
    expect(
      Object.fromEntries(groups.map(({ key, accepted, refused }) => [key, { accepted, refused }])),
    ).toEqual(plain(byHand.groups));
    expect(totals.notTaken).toBe(byHand.untaken);
    const window = { fromSeconds: 0, untilSeconds: traffic.durationSeconds, maximum: 50_000 };
    expect(plain(await countsOfClients(shown, window))).toEqual(plain(byHand.clients));
  });
});

async function countsOfClients(
  input: Parameters<typeof decisionsIn>[0],
  window: Parameters<typeof decisionsIn>[2],
): Promise<ReadonlyMap<string, KnownCounts>> {
  const clients = new Map<string, KnownCounts>();
  for (const { client, group, status } of await decisionsIn(input, {}, window)) {
    if (group === null) continue;
    const counts = clients.get(client) ?? { accepted: 0, refused: 0 };
    counts[status === 429 ? 'refused' : 'accepted'] += 1;
    clients.set(client, counts);
  }
  return clients;
}
