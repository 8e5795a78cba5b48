import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { SendRecorded } from '#main/services/activity/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { listeningOrigin } from '#test/support/listening.ts';
import { tokenFilter } from '#test/support/throttled-route.ts';
import {
  filteredRoute,
  proxyRoute,
  type RunningGateway,
  sendBytes,
  startGateway,
  startUpstream,
  throttlingFilter,
  type Upstream,
} from './parties.ts';

let gateway: RunningGateway;
let upstream: Upstream;
let raw: Server | null = null;
afterEach(() => {
  raw?.close();
  raw = null;
});

/** An upstream of which every byte is chosen. */
async function startRaw(answer: string): Promise<string> {
  raw = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.from(answer, 'utf8')));
  });
  return listeningOrigin(raw);
}

const staticRoute = (config: Readonly<Record<string, unknown>>) => ({
  handler: { type: 'StaticResponseHandler', config: { status: 200, ...config } },
});
const echoing = staticRoute({ headers: { 'X-Echo': ["${request.queryParams['x'][0]}"] }, entity: 'own' });
/** A query whose value, decoded, would begin another field. */
const splitting = '/?x=a%0d%0aSet-Cookie:%20b';
const get = (path = '/', headers = '') =>
  sendBytes(
    gateway.port ?? 0,
    `GET ${path} HTTP/1.1\r\nHost: api.example.com\r\n${headers}Connection: close\r\n\r\n`,
  );

describe('an answer that cannot be written', () => {
  test('is 500 in its place, and the next request is served as ever', async () => {
    gateway = await startGateway({ '01-own': echoing });
    const answer = await get(splitting);
    expect(answer).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n/);
    expect(answer).not.toContain('Set-Cookie');
    expect(gateway.records[0]).toMatchObject({ status: 500, failure: null });
    expect(await get('/?x=a')).toContain('X-Echo: a\r\n');
  });

  test('is 500 as well where a fault rule holds it back first', async () => {
    gateway = await startGateway({ '01-own': echoing });
    gateway.faults.add({ id: 'late', service: 'gateway', path: '/', effect: { kind: 'delay', millis: 30 } });
    expect(await get(splitting)).toMatch(/^HTTP\/1\.1 500 /);
    expect(gateway.records).toHaveLength(1);
    expect(gateway.records[0]).toMatchObject({ status: 500, faults: ['late'] });
    expect(await get('/?x=a')).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('because of the upstream’s reason goes out with the usual one', async () => {
    const origin = await startRaw('HTTP/1.1 203 Très → bien\r\nContent-Length: 2\r\n\r\nok');
    gateway = await startGateway({ '01-all': proxyRoute(origin) });
    const answer = await get();
    expect(answer).toMatch(/^HTTP\/1\.1 203 Non-Authoritative Information\r\n/);
    expect(answer).toMatch(/ok$/);
  });

  test.each([
    ['a reason of two lines', staticRoute({ reason: 'a\nb' }), '/handler/config/reason'],
    [
      'a length',
      staticRoute({ headers: { 'content-length': ['3'] } }),
      '/handler/config/headers/content-length',
    ],
    [
      'a coding',
      staticRoute({ headers: { 'Transfer-Encoding': ['chunked'] } }),
      '/handler/config/headers/Transfer-Encoding',
    ],
  ])('in a route: %s is pointed at, and the route is not loaded', async (_what, route, pointer) => {
    gateway = await startGateway({ '01-own': route });
    expect(gateway.gateway.problems()).toMatchObject([{ code: 'route.invalid', location: { pointer } }]);
    expect(await get()).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('a challenge', () => {
  const resourceServer = (config: Readonly<Record<string, unknown>>) =>
    filteredRoute([tokenFilter(undefined, config)], null);

  test.each([
    ['a realm', { realm: 'Zürich → Büro' }, 'realm'],
    ['a realm with a line break', { realm: 'a\r\nb' }, 'realm'],
    ['a scope with a quotation mark', { scopes: ['a"b'] }, 'scopes/0'],
    ['a scope with a space', { scopes: ['a b'] }, 'scopes/0'],
  ])(
    'that could not be sent because of %s is found when the route is read',
    async (_what, config, member) => {
      gateway = await startGateway({ '01-own': resourceServer(config) });
      expect(gateway.gateway.problems()).toMatchObject([
        { code: 'route.invalid', location: { pointer: `/handler/config/filters/0/config/${member}` } },
      ]);
    },
  );

  test('that comes after a question to another server, and cannot be written, is 500: nothing is left hanging', async () => {
    const send = (() =>
      Promise.resolve({
        response: {
          status: 200,
          reason: 'OK',
          headers: ['Content-Type', 'application/json'],
          body: Buffer.from('{"active":true,"scope":"a"}'),
        },
      })) as unknown as SendRecorded;
    const { handler } = echoing;
    const route = resourceServer({});
    gateway = await startGateway(
      { '01-own': { handler: { ...route.handler, config: { ...route.handler.config, handler } } } },
      { send },
    );
    expect(await get(splitting, 'Authorization: Bearer abc\r\n')).toMatch(/^HTTP\/1\.1 500 /);
  });
});

describe('who goes away early', () => {
  test('leaves one record, though a fault rule still holds the answer back', async () => {
    gateway = await startGateway({ '01-own': staticRoute({ entity: 'own' }) });
    gateway.faults.add({ id: 'late', service: 'gateway', path: '/', effect: { kind: 'delay', millis: 120 } });
    const effect = { kind: 'status', status: 503, body: '' } as const;
    gateway.faults.add({ id: 'other', service: 'gateway', path: '/', effect });
    const client = connect(gateway.port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: api.example.com\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 40));
    client.destroy();
    await eventually(() => gateway.records[0] ?? null);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(gateway.records).toMatchObject([{ failure: 'the client closed the connection' }]);
  });

  test('while the upstream still thinks about an upgrade lets go of the upstream too', async () => {
    upstream = await startUpstream(() => undefined);
    let isAsked = false;
    let isLetGo = false;
    upstream.server.on('upgrade', (_request, socket) => {
      isAsked = true;
      const letGo = () => {
        isLetGo = true;
        socket.destroy();
      };
      socket.on('end', letGo).on('error', letGo).resume();
    });
    const config = { websocket: true, soTimeout: 'unlimited' };
    gateway = await startGateway({ '01-all': proxyRoute(upstream.origin, config) });
    const client = connect(gateway.port, '127.0.0.1');
    client.write(
      'GET / HTTP/1.1\r\nHost: api.example.com\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    await eventually(() => (isAsked ? true : null));
    client.destroy();
    expect(await eventually(() => (isLetGo ? true : null))).toBe(true);
  });
});

test('who goes on uploading after a 429 is cut off; who stops, or sends little, keeps the connection', async () => {
  const rate = { numberOfRequests: 1, duration: '10 s' };
  gateway = await startGateway({ '01-own': filteredRoute([throttlingFilter({ rate })], null) });
  await fetch(gateway.origin);
  const large = await fetch(gateway.origin, { method: 'POST', body: 'x'.repeat(3_000_000) });
  expect(large.status).toBe(429);
  const client = connect(gateway.port, '127.0.0.1');
  client.on('error', () => {});
  const answer = once(client, 'data');
  client.write('POST / HTTP/1.1\r\nHost: api.example.com\r\nTransfer-Encoding: chunked\r\n\r\n');
  const uploading = setInterval(() => client.write('4\r\nmore\r\n'), 20);
  // Not `once` of events: it would take the reset by which the connection may end for a failure.
  const closed = new Promise((resolve) => void client.once('close', resolve));
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 429 /);
  await closed.finally(() => clearInterval(uploading));
});

test('RFC 8297: hints of several links in one field are passed on, and the answer after them', async () => {
  const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload, </b.css>; rel=preload\r\n\r\n';
  const origin = await startRaw(`${hints}HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello`);
  gateway = await startGateway({ '01-all': proxyRoute(origin) });
  const answer = await get();
  expect(answer).toMatch(
    /^HTTP\/1\.1 103 Early Hints\r\nLink: <\/a\.css>; rel=preload, <\/b\.css>; rel=preload\r\n/,
  );
  expect(answer).toMatch(/hello$/);
});

test('hints of a form that nobody knows are left out, and the answer comes all the same', async () => {
  const origin = await startRaw(
    'HTTP/1.1 103 Early Hints\r\nLink: nonsense\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  );
  gateway = await startGateway({ '01-all': proxyRoute(origin) });
  expect(await get()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*hello$/);
});
