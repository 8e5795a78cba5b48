import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import {
  filteredRoute,
  proxyRoute,
  type RunningGateway,
  startGateway,
  startUpstream,
  throttlingFilter,
  type Upstream,
} from './parties.ts';

let gateway: RunningGateway;
const upstreams: Upstream[] = [];

const own = (entity: string, condition?: unknown) => ({
  ...(condition === undefined ? {} : { condition }),
  handler: { type: 'StaticResponseHandler', config: { status: 200, entity } },
});
const textOf = async (path = '/', init?: RequestInit) =>
  (await fetch(`${gateway.origin}${path}`, init)).text();
const statusOf = async (path = '/', init?: RequestInit) =>
  (await fetch(`${gateway.origin}${path}`, init)).status;

describe('which route takes a request', () => {
  test('they are tried in the order of their names, and the first whose condition holds takes it', async () => {
    gateway = await startGateway({
      '30-all': own('all'),
      '10-orders': own('orders', "${find(request.uri.path, '^/orders')}"),
      '20-post': own('post', "${request.method == 'POST'}"),
    });
    expect(await textOf('/orders')).toBe('orders');
    expect(await textOf('/orders', { method: 'POST', body: 'x' })).toBe('orders');
    expect(await textOf('/other', { method: 'POST', body: 'x' })).toBe('post');
    expect(await textOf('/other')).toBe('all');
    expect(gateway.trace().rules.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      'route:10-orders skipped',
      'route:20-post skipped',
      'route:30-all passed',
      'static-answer passed',
    ]);
  });

  test('none does: 404 without a body, and the trace has what was tried', async () => {
    gateway = await startGateway({
      '10-orders': own('orders', "${find(request.uri.path, '^/orders')}"),
      '20-number': own('number', "${request.headers['X-Number'][0] * 2 > 4}"),
    });
    const response = await fetch(`${gateway.origin}/none`, { headers: { 'X-Number': 'three' } });
    expect([response.status, await response.text()]).toEqual([404, '']);
    const { rules, effect } = gateway.trace();
    expect(rules.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['route:10-orders', 'skipped'],
      ['route:20-number', 'skipped'],
      ['route-found', 'failed'],
    ]);
    expect(rules[1]?.detail).toBe('A text is not a number.');
    expect(effect).toBe('No route handled the request.');
  });

  test('throttling has no path of its own: it holds where a route has the filter, and nowhere else', async () => {
    const throttle = throttlingFilter({ rate: { numberOfRequests: 1, duration: '10 s' } });
    const open = own('open', "${find(request.uri.path, '^/open')}");
    gateway = await startGateway({
      '10-throttled': {
        ...filteredRoute([throttle], null),
        condition: "${find(request.uri.path, '^/throttled')}",
      },
      '20-open': open,
    });
    const statuses = async (path: string) => [
      await statusOf(path),
      await statusOf(path),
      await statusOf(path),
    ];
    expect(await statuses('/throttled')).toEqual([200, 429, 429]);
    expect(await statuses('/open')).toEqual([200, 200, 200]);
    for (const path of ['/throttle', '/throttling', '/rate-limits', '/limits', '/'])
      expect(await statusOf(path), path).toBe(404);
  });

  test('conditions see the request, who sent it and the properties of their own route', async () => {
    const expressions = {
      '01-cookie': own('cookie', "${request.cookies['team'][0].value == 'blue'}"),
      '02-query': own('query', "${request.queryParams['q'][0] == 'a b'}"),
      '03-header': own('header', "${request.headers['x-own'][1] == '2'}"),
      '04-host': own('host', "${request.uri.host == '127.0.0.1' && request.uri.path == '/here there'}"),
      '05-client': own(
        'client',
        "${contexts.client.remoteAddress == properties.mine && request.method == 'PUT'}",
      ),
    };
    const withProperties = { ...expressions['05-client'], properties: { mine: '127.0.0.1' } };
    gateway = await startGateway({ ...expressions, '05-client': withProperties });
    expect(gateway.gateway.problems()).toEqual([]);
    expect(await textOf('/', { headers: { Cookie: 'x=1; team=blue' } })).toBe('cookie');
    expect(await textOf('/?q=a%20b')).toBe('query');
    expect(
      await textOf('/', {
        headers: [
          ['X-Own', '1'],
          ['x-own', '2'],
        ],
      }),
    ).not.toBe('header');
    expect(await textOf('/here%20there')).toBe('host');
    expect(await textOf('/', { method: 'PUT' })).toBe('client');
  });
});

describe('routes that change', () => {
  const limited = (numberOfRequests: number, handler: string | null = null) =>
    filteredRoute([throttlingFilter({ rate: { numberOfRequests, duration: '10 s' } })], handler);

  test('a reload keeps the buckets of filters that are declared as before, whatever else changed', async () => {
    gateway = await startGateway({ '10-a': limited(2), '20-b': own('b') });
    expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([200, 200, 429]);
    await gateway.route({
      '10-a': { ...limited(2), name: 'renamed', condition: '${true}' },
      '30-c': own('c'),
    });
    expect(await statusOf()).toBe(429);
    await gateway.route({ '10-a': limited(3) });
    expect([await statusOf(), await statusOf(), await statusOf(), await statusOf()]).toEqual([
      200, 200, 200, 429,
    ]);
  });

  test('a cleaning forgets the buckets that are full again, and a reset empties them all', async () => {
    const config = {
      requestGroupingPolicy: "${request.headers['X-Key'][0]}",
      rate: { numberOfRequests: 1, duration: '10 s' },
      cleaningInterval: '20 ms',
    };
    gateway = await startGateway({ '10-a': filteredRoute([throttlingFilter(config)], null) });
    const { gateway: running, clock } = gateway;
    const groups = () => running.status(10)[0]?.throttling[0]?.buckets.map(({ group }) => group);
    expect(await statusOf('/', { headers: { 'X-Key': 'a' } })).toBe(200);
    clock.advance(6_000);
    expect(await statusOf('/', { headers: { 'X-Key': 'b' } })).toBe(200);
    expect(groups()).toEqual(['b', 'a']);
    clock.advance(4_000);
    await eventually(() => (groups()?.length === 1 ? true : null));
    expect(groups()).toEqual(['b']);
    expect(await statusOf('/', { headers: { 'X-Key': 'b' } })).toBe(429);
    running.reset('10-a');
    expect(await statusOf('/', { headers: { 'X-Key': 'b' } })).toBe(200);
  });

  test('two filters of the same declaration in one route are two: each has buckets of its own', async () => {
    const filter = throttlingFilter({ rate: { numberOfRequests: 2, duration: '10 s' } });
    gateway = await startGateway({ '10-a': filteredRoute([filter, filter], null) });
    expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([200, 200, 429]);
    const [route] = gateway.gateway.status(10);
    expect(route?.throttling.map(({ counts }) => counts.accepted)).toEqual([2, 2]);
  });

  test('a broken route is a Problem with its place; its last good version stays, and the others do not notice', async () => {
    gateway = await startGateway({ '10-a': limited(2), '20-b': own('b') });
    expect(await statusOf()).toBe(200);
    await gateway.route({ '10-a': { handler: { type: 'NoSuchHandler' } }, '20-b': own('b2', '${true') });
    const problems = gateway.gateway.problems();
    expect(problems.map(({ location }) => location?.file)).toEqual(['routes/10-a.json', 'routes/20-b.json']);
    expect(problems.map(({ location }) => location?.pointer)).toEqual(['/handler/type', '/condition']);
    expect([await statusOf(), await statusOf()]).toEqual([200, 429]);
    expect(gateway.gateway.status(0).map(({ id, isLoaded }) => [id, isLoaded])).toEqual([
      ['10-a', true],
      ['20-b', true],
    ]);
    await gateway.route({ '20-b': own('b3') });
    expect(gateway.gateway.problems()).toEqual([]);
    expect(await textOf()).toBe('b3');
  });

  test('a route that was never good is left out; the one beside it works', async () => {
    gateway = await startGateway({ '10-bad': { handler: 7 }, '20-good': own('good') });
    expect(await textOf()).toBe('good');
    expect(gateway.gateway.status(0)[0]).toMatchObject({ id: '10-bad', isLoaded: false });
  });

  test('requests under way when routes change end on the route that took them', async () => {
    const go = Promise.withResolvers<void>();
    const slow = await startUpstream((_request, response) => {
      response.write('begun ');
      void go.promise.then(() => response.end('and ended'));
    });
    upstreams.push(slow);
    gateway = await startGateway({ '10-a': proxyRoute(slow.origin) });
    const response = await fetch(gateway.origin);
    await gateway.route({ '10-a': own('new') });
    expect(await textOf()).toBe('new');
    go.resolve();
    expect(await response.text()).toBe('begun and ended');
  });

  test('a hundred reloads under load drop nobody', async () => {
    const upstream = await startUpstream((_request, response) => response.end('ok'));
    upstreams.push(upstream);
    gateway = await startGateway({ '10-a': proxyRoute(upstream.origin) });
    let isOver = false;
    const statuses: number[] = [];
    const ask = async () => {
      while (!isOver) statuses.push(await statusOf('/x'));
    };
    const clients = Array.from({ length: 8 }, ask);
    for (let count = 0; count < 100; count += 1) {
      await gateway.route({ '10-a': proxyRoute(upstream.origin, { connections: 4 + (count % 3) }) });
      await wait(5);
    }
    isOver = true;
    await Promise.all(clients);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(statuses.length).toBeGreaterThan(100);
  });
});
