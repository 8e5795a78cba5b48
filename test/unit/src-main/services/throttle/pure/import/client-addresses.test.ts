import { describe, expect, test } from 'vitest';
import { readRoute } from '#main/services/gateway/pure/index.ts';
import { withoutPort } from '#main/services/throttle/pure/import/client-address.ts';
import { type ImportOptions, importTrace } from '#main/services/throttle/pure/import/index.ts';
import { simulate } from '#main/services/throttle/pure/simulation/index.ts';
import { countsByHand } from '#test/unit/src-main/services/throttle/truth/bucket.ts';
import { type LoggedRequest, loggedRequests } from '#test/unit/src-main/services/throttle/truth/logs.ts';

const requests = loggedRequests(31, 1_500, false);
const iso = (atMillis: number) => new Date(atMillis).toISOString();
/** Each connection has another port. */
const portOf = (index: number) => 30_000 + ((index * 7_919) % 30_000);

function imported(text: string, options: Partial<ImportOptions> = {}) {
  const reader = importTrace(null, { hash: (secret) => secret, ...options });
  reader.push(text);
  return reader.finish('trace');
}

const limit = { requests: 2, perMillis: 4_000 };

async function countsOf(text: string) {
  const config = {
    requestGroupingPolicy: '${contexts.client.remoteAddress}',
    rate: { numberOfRequests: limit.requests, duration: '4 s' },
  };
  const filters = [{ name: 'limit', type: 'ThrottlingFilter', config }];
  const handler = { type: 'Chain', config: { filters, handler: 'ReverseProxyHandler' } };
  const { route } = readRoute({ handler }, { id: 'test' });
  if (route === null) throw new Error('The route of the test is none.');
  const { traffic } = imported(text);
  const { groups } = await simulate({ route, traffic, groups: 5_000 }, {});
  return Object.fromEntries(groups.map(({ key, accepted, refused }) => [key, { accepted, refused }]));
}

function byHand(addressOf: (request: LoggedRequest) => string) {
  const first = requests[0]?.atMillis ?? 0;
  const list = requests.map((request) => {
    const group = addressOf(request);
    return { atMillis: request.atMillis - first, client: group, group, isTaken: true };
  });
  return Object.fromEntries(countsByHand(list, limit).groups);
}

type Line = (request: LoggedRequest, index: number) => string;
const textOf = (line: Line) => `${requests.map(line).join('\n')}\n`;

const envoyJson =
  (address: (request: LoggedRequest, index: number) => string): Line =>
  (request, index) =>
    JSON.stringify({
      authority: request.host,
      downstream_local_address: `10.9.9.9:${portOf(index)}`,
      downstream_remote_address: address(request, index),
      method: request.method,
      path: request.path,
      response_code: request.status,
      start_time: iso(request.atMillis),
      upstream_local_address: `10.8.8.8:${portOf(index)}`,
      x_forwarded_for: null,
    });

const istio =
  (forwarded: (request: LoggedRequest, index: number) => string, remote: Line): Line =>
  (request, index) =>
    `[${iso(request.atMillis)}] "${request.method} ${request.path} HTTP/1.1" ${request.status} - via_upstream - "-" 0 5 3 2 "${forwarded(request, index)}" "curl" "id-${index}" "${request.host}" "10.0.0.1:80" outbound|80||x 10.0.0.2:${portOf(index)} 10.0.0.3:80 ${remote(request, index)} - default`;

const envoy =
  (forwarded: (request: LoggedRequest, index: number) => string): Line =>
  (request, index) =>
    `[${iso(request.atMillis)}] "${request.method} ${request.path} HTTP/1.1" ${request.status} - 0 5 3 2 "${forwarded(request, index)}" "curl" "id-${index}" "${request.host}" "10.0.0.1:80"`;

const version6 = ({ address }: LoggedRequest) => `2001:db8::${address.slice(-1)}`;

describe('a client has the counts of a bucket by hand, whatever port each connection has', () => {
  test.each<[string, Line, (request: LoggedRequest) => string]>([
    [
      'Envoy’s JSON',
      envoyJson(({ address }, index) => `${address}:${portOf(index)}`),
      ({ address }) => address,
    ],
    [
      'Envoy’s JSON with IPv6',
      envoyJson((request, index) => `[${version6(request)}]:${portOf(index)}`),
      version6,
    ],
    ['Envoy’s JSON with bare IPv6', envoyJson(version6), version6],
    [
      'the log of a service mesh',
      istio(
        () => '-',
        ({ address }, index) => `${address}:${portOf(index)}`,
      ),
      ({ address }) => address,
    ],
    [
      'the log of a service mesh with what a proxy forwarded',
      istio(
        (_, index) => `198.51.100.${index % 5}`,
        ({ address }, index) => `${address}:${portOf(index)}`,
      ),
      ({ address }) => address,
    ],
    [
      'Envoy’s log, by the first of the forwarded addresses',
      envoy(({ address }, index) => `${address},10.9.9.${index % 200}`),
      ({ address }) => address,
    ],
    [
      'Envoy’s log, by forwarded addresses with ports',
      envoy(({ address }, index) => `${address}:${portOf(index)}, 10.9.9.9`),
      ({ address }) => address,
    ],
    [
      'JSON lines whose clients are lists of forwarded addresses',
      ({ address, method, path, atMillis }, index) =>
        JSON.stringify({
          client_ip: `${address}:${portOf(index)}, 10.9.9.${index % 200}`,
          time: iso(atMillis),
          method,
          path,
        }),
      ({ address }) => address,
    ],
    [
      'an access log',
      ({ address, method, path, status, atMillis }, index) =>
        `${address}:${portOf(index)} - - [${iso(atMillis)}] "${method} ${path} HTTP/1.1" ${status} 5 "-" "curl/8"`,
      ({ address }) => address,
    ],
    [
      'JSON lines that name a peer and a server',
      ({ address, method, path, atMillis }, index) =>
        JSON.stringify({
          server_addr: '10.0.0.1',
          'source.address': `${address}:${portOf(index)}`,
          time: iso(atMillis),
          method,
          path,
        }),
      ({ address }) => address,
    ],
  ])('%s', async (_, line, addressOf) => {
    const text = textOf(line);
    expect(await countsOf(text)).toEqual(byHand(addressOf));
    const { traffic, missing } = imported(text);
    expect(traffic.clients.map(({ id }) => id).toSorted()).toEqual(
      [...new Set(requests.map(addressOf))].toSorted(),
    );
    expect(missing.address).toBe(0);
  });
});

describe('forwarded addresses as what tells clients apart', () => {
  const text = textOf(({ address, atMillis }, index) =>
    JSON.stringify({
      time: iso(atMillis),
      remote_addr: '10.0.0.1',
      'x-forwarded-for': `${address}, 10.9.9.${index % 200}`,
    }),
  );
  const clients = [...new Set(requests.map(({ address }) => address))].toSorted();

  test.each([null, 'x-forwarded-for'])(
    'are one client for each of the first ones, where %s is chosen',
    (key) => {
      const { traffic, taken, proposals } = imported(text, { key });
      expect(taken.key).toBe('x-forwarded-for');
      expect(traffic.clients.map(({ id }) => id).toSorted()).toEqual(clients);
      expect(proposals).toMatchObject([{ column: 'x-forwarded-for', keys: clients.length }]);
      // The header says what it said.
      const header = traffic.trace?.shapes?.columns.find(({ role }) => role === 'header');
      expect(header?.texts[0]).toBe(`${requests[0]?.address}, 10.9.9.0`);
    },
  );

  test('are as many clients as hashes', () => {
    const { traffic } = imported(text, {
      hashAddresses: true,
      hash: (address) => `h-${address.replaceAll('.', '-')}`,
    });
    expect(traffic.clients.map(({ id }) => id).toSorted()).toEqual(
      clients.map((address) => `h-${address.replaceAll('.', '-')}`),
    );
  });
});

describe('withoutPort', () => {
  test.each([
    ['192.0.2.1:80', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:800000', '192.0.2.1:800000'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1', '[2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    [':80', ':80'],
  ])('of %s is %s', (address, expected) => {
    expect(withoutPort(address)).toBe(expected);
  });
});

describe('a log that names no client address', () => {
  test('says so, by the requests that are taken for those of 127.0.0.1', async () => {
    const text = textOf(envoy(() => '-'));
    expect(imported(text).missing).toEqual({ address: 1_500, path: 0, method: 0 });
    expect(await countsOf(text)).toEqual(byHand(() => '127.0.0.1'));
  });

  test('in some lines says of how many', () => {
    const text = textOf(envoy(({ address }, index) => (index < 500 ? '-' : address)));
    expect(imported(text).missing.address).toBe(500);
  });
});

test('logs of two formats have the addresses of both', async () => {
  const reader = importTrace('ndjson', { hash: (secret) => secret });
  const [first, second] = [
    { time: 1_760_000_000, remote_addr: '192.0.2.1', request: 'GET /a HTTP/1.1' },
    { started_at: 1_760_000_001, client_ip: '192.0.2.2', method: 'PUT', path: '/b' },
  ];
  reader.push(`${JSON.stringify(first)}\n`);
  reader.push(`${JSON.stringify({ ...second, time: second.started_at })}\n`);
  const { traffic } = reader.finish('two');
  expect(traffic.clients).toMatchObject([
    { id: '192.0.2.1', remoteAddress: '192.0.2.1', method: 'GET', uri: 'http://localhost/a' },
    { id: '192.0.2.2', remoteAddress: '192.0.2.2', method: 'PUT', uri: 'http://localhost/b' },
  ]);
});
