import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readRoute } from '#main/services/gateway/pure/index.ts';
import { simulate } from '#main/services/throttle/pure/simulation/index.ts';
import { storeLogs } from '#main/services/throttle/stored/read-logs.ts';
import { readTrace } from '#main/services/throttle/stored/read-trace.ts';
import { readingSchema, type Spread } from '#shared/throttle/traffic/recipe.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { countsByHand } from './bucket.ts';
import { type KnownLog, knownLogs, type LoggedRequest, loggedRequests } from './logs.ts';

const folder = startedOnce(temporaryDirectory);

let count = 0;

async function readBack(bytes: string | Uint8Array) {
  count += 1;
  const path = join(folder.path, `${count}.bin`);
  writeFileSync(path, bytes);
  const directory = join(folder.path, String(count));
  const input = {
    files: [{ path, name: 'given', sizeBytes: bytes.length }],
    reading: readingSchema.parse({}),
    hash: (text: string) => `h-${text}`,
    onProgress: () => undefined,
    rest: () => Promise.resolve(),
  };
  const { traffic, facts } = await storeLogs(input, directory, 'x.part');
  const stored = join(directory, traffic.recorded?.id ?? '');
  return { facts, traffic: (spread: Spread) => ({ ...traffic, trace: readTrace(stored, spread) }) };
}

function routeOf(group: string) {
  const config = { requestGroupingPolicy: group, rate: { numberOfRequests: 5, duration: '4 s' } };
  const { route, problems } = readRoute(
    {
      condition: "${find(request.uri.path, '^/orders')}",
      handler: {
        type: 'Chain',
        config: {
          filters: [{ name: 'throttle', type: 'ThrottlingFilter', config }],
          handler: 'ReverseProxyHandler',
        },
      },
    },
    { id: 'test' },
  );
  if (route === null) throw new Error(JSON.stringify(problems));
  return route;
}

/** The counts by hand, of times that begin with 0. */
function byHand(requests: readonly LoggedRequest[], { hasHost, hasAgent = true }: KnownLog) {
  const first = requests[0]?.atMillis ?? 0;
  return countsByHand(
    requests.map(({ atMillis, method, host, path, agent, address }) => ({
      atMillis: atMillis - first,
      client: address,
      group: `${method} ${hasHost ? host : 'localhost'} ${hasAgent ? agent : ''}`,
      isTaken: path.startsWith('/orders'),
    })),
    { requests: 5, perMillis: 4_000 },
  );
}

const route = routeOf('${request.method} ${request.uri.host} ${request.headers["user-agent"][0]}');

describe.each(knownLogs)('a log in $name', (log) => {
  const requests = loggedRequests(11, 3_000, log.isWholeSeconds);
  const text = log.text(requests);

  test.each([
    ['as it is', text],
    ['packed with gzip', gzipSync(text)],
  ])('%s gives the counts of a bucket by hand, per group', async (_, bytes) => {
    const { facts, traffic } = await readBack(bytes);
    expect(facts).toMatchObject({ requests: 3_000, skipped: 0, isWholeSeconds: log.isWholeSeconds });
    const known = byHand(requests, log);
    const { groups, totals } = await simulate({ route, traffic: traffic('once'), groups: 100 }, {});
    expect(
      Object.fromEntries(groups.map(({ key, accepted, refused }) => [key, { accepted, refused }])),
    ).toEqual(Object.fromEntries(known.groups));
    expect(totals.notTaken).toBe(known.untaken);
  });

  test('tells the requests of each client, and its answers 429 and 503', async () => {
    const { facts, traffic } = await readBack(text);
    const counts = new Map<string, number>();
    for (const { address } of requests) counts.set(address, (counts.get(address) ?? 0) + 1);
    const found = traffic('once').clients.map(({ id }, index) => [id, facts.classRequests[index]]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(counts));
    const of = (status: number) => requests.filter((request) => request.status === status).length;
    expect(facts.answers).toMatchObject({ tooMany: of(429), unavailable: of(503) });
  });
});
