import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '#main/platform/clock.ts';
import { createLogger } from '#main/platform/logger.ts';
import { directRoute } from '#main/platform/outgoing.ts';
import { createGateway, type RouteDocument } from '#main/services/gateway/index.ts';
import { filteredRoute, proxyRoute, type RunningGateway, startGateway, throttlingFilter } from './parties.ts';

let gateway: RunningGateway;

const own = (entity: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...more,
  handler: { type: 'StaticResponseHandler', config: { status: 200, entity } },
});
const rate = { numberOfRequests: 1, duration: '10 s' };
const loadedIn = ({ gateway: running }: RunningGateway) =>
  running.status(0).map(({ id, isLoaded }) => [id, isLoaded]);

/** A chain within a chain within a chain … */
function nested(levels: number): unknown {
  let handler: unknown = own('deep').handler;
  for (let level = 0; level < levels; level += 1) handler = { type: 'Chain', config: { handler } };
  return { handler };
}

describe('a route that cannot be loaded takes no other down', () => {
  test('chains within chains, as deep as one likes', async () => {
    gateway = await startGateway({ '01-deep': nested(20_000), '02-own': own('own') });
    expect(loadedIn(gateway)).toEqual([
      ['01-deep', false],
      ['02-own', true],
    ]);
    expect(gateway.gateway.problems()).toMatchObject([{ code: 'route.invalid' }]);
    expect(await (await fetch(gateway.origin)).text()).toBe('own');
  });

  test('names of the heap that lead from one to the next', async () => {
    const heap = Array.from({ length: 5_000 }, (_, index) => ({
      name: `c${index}`,
      type: 'Chain',
      config: { handler: `c${index + 1}` },
    }));
    gateway = await startGateway({ '01-long': { heap, handler: 'c0' }, '02-own': own('own') });
    expect(loadedIn(gateway)[1]).toEqual(['02-own', true]);
    expect(gateway.gateway.problems()).toMatchObject([{ code: 'route.invalid' }]);
  });

  test.each(['http://a:99999', 'http://[', 'http://%zz', 'http://a b', 'http://1.2.3', 'ftp://a', 'http://'])(
    'a baseURI that is none: %s',
    async (baseURI) => {
      gateway = await startGateway({ '01-bad': proxyRoute(baseURI), '02-own': own('own') });
      expect(gateway.gateway.problems()).toMatchObject([
        { code: 'route.invalid', location: { pointer: '/baseURI' } },
      ]);
      expect(loadedIn(gateway)[1]).toEqual(['02-own', true]);
    },
  );
});

describe('a reload', () => {
  function documentsOf(routes: Readonly<Record<string, unknown>>): readonly RouteDocument[] {
    return Object.entries(routes).map(([id, value]) => ({
      id,
      file: `routes/${id}.json`,
      value,
      locate: (pointer) => ({ file: `routes/${id}.json`, pointer }),
    }));
  }

  function make(
    documents: () => readonly RouteDocument[],
    { routeTo, said }: { routeTo?: () => Promise<typeof directRoute>; said?: (line: string) => void },
  ) {
    const clock = createVirtualClock();
    return createGateway({
      documents,
      options: () => ({}),
      addressOf: (origin) => origin,
      outgoing: { routeTo: routeTo ?? (() => Promise.resolve(directRoute)) },
      send: () => Promise.reject(new Error('nobody')),
      readSecret: () => null,
      authorizationServer: () => null,
      vendorUrn: () => 'gatehouse',
      recordedBodyBytes: () => 0,
      clock,
      logger: createLogger(clock, (line) => said?.(line), 'debug'),
    });
  }

  test('that cannot have the connections of a route keeps what was in force, and takes the others up', async () => {
    let isBroken = false;
    let routes: Readonly<Record<string, unknown>> = { '01-all': proxyRoute('http://127.0.0.1:1') };
    const running = make(() => documentsOf(routes), {
      routeTo: () => (isBroken ? Promise.reject(new Error('no CA')) : Promise.resolve(directRoute)),
    });
    await running.reload();
    isBroken = true;
    routes = { ...routes, '02-own': own('own') };
    await running.reload();
    expect(running.status(0)).toMatchObject([
      { id: '01-all', isLoaded: true, problems: [{ code: 'api.internal' }] },
      { id: '02-own', isLoaded: true, problems: [] },
    ]);
    await running.close();
  });

  test.each([0, 1, 2, 3, 4, 5, 6])(
    'that is asked for %i turns after the end of another misses nothing',
    async (turns) => {
      let routes: Readonly<Record<string, unknown>> = { '01-own': own('own') };
      const later: Promise<void>[] = [];
      const running = make(() => documentsOf(routes), {
        said() {
          if (later.length > 0) return;
          const again = async (): Promise<void> => {
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
            routes = { '02-new': own('new') };
            await running.reload();
          };
          later.push(again());
        },
      });
      await running.reload();
      await Promise.all(later);
      expect(running.status(0).map(({ id }) => id)).toEqual(['02-new']);
      await running.close();
    },
  );

  test('says where a filter stands that moved, and that filter keeps its buckets', async () => {
    const filter = throttlingFilter({ rate });
    gateway = await startGateway({ '01-own': filteredRoute([filter], null) });
    await fetch(gateway.origin);
    const other = throttlingFilter({ rate: { numberOfRequests: 9, duration: '1 s' } }, 'other');
    await gateway.route({ '01-own': filteredRoute([other, filter], null) });
    const [status] = gateway.gateway.status(5);
    expect(status?.throttling.map(({ name, pointer, groupCount }) => [name, pointer, groupCount])).toEqual([
      ['other', '/handler/config/filters/0', 0],
      ['throttle', '/handler/config/filters/1', 1],
    ]);
  });
});

test('a condition that is too much for a long path is 500: the request falls through to no later route', async () => {
  gateway = await startGateway({
    '01-guarded': own('guarded', {
      condition: `\${find(request.uri.path, '^/(a|b)${'(c|d)?'.repeat(60)}x')}`,
    }),
    '02-open': own('open'),
  });
  expect(gateway.gateway.problems()).toEqual([]);
  const { status } = await fetch(`${gateway.origin}/${'a'.repeat(12_000)}`);
  expect(status).toBe(500);
  const { rules, effect } = gateway.trace();
  expect(rules).toMatchObject([{ id: 'route:01-guarded', outcome: 'failed' }]);
  expect(effect).toBe('The matching route could not be determined.');
  expect(await (await fetch(`${gateway.origin}/short`)).text()).toBe('open');
});

describe('groups', () => {
  const groupedBy = (requestGroupingPolicy: string, more: Readonly<Record<string, unknown>> = {}) =>
    filteredRoute([throttlingFilter({ requestGroupingPolicy, rate, ...more })], null);
  const ask = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(gateway.origin ?? '', { headers })).status;
  const shown = () => gateway.gateway.status(5)[0]?.throttling[0]?.buckets.map(({ group }) => group) ?? [];

  test.each([
    ["${request.headers['authorization'][0]}", { Authorization: 'Bearer planted-secret-token' }],
    ['${request.headers[properties.name][0]}', { Authorization: 'Bearer planted-secret-token' }],
    ["${request.cookies['sid'][0].value}", { Cookie: 'sid=planted-secret-token' }],
  ])('that are made of a credential are shown without it: %s', async (source, headers) => {
    gateway = await startGateway({
      '01-own': { ...groupedBy(source), properties: { name: 'Authorization' } },
    });
    expect([await ask(headers), await ask(headers)]).toEqual([200, 429]);
    expect(shown()).toHaveLength(1);
    expect(JSON.stringify([shown(), gateway.trace()])).not.toContain('planted');
    expect(gateway.rule('throttle:group')?.got).toBe(shown()[0]);
  });

  test('that are made of anything else are shown as they are', async () => {
    gateway = await startGateway({ '01-own': groupedBy("${request.headers['X-Team'][0]}") });
    await ask({ 'X-Team': 'blue' });
    expect(shown()).toEqual(['blue']);
    expect(gateway.rule('throttle:group')?.got).toBe('blue');
  });

  test('a mapped credential does not stand in the trace either, nor does what a failed policy says of it', async () => {
    const throttlingRatePolicy = {
      type: 'MappedThrottlingPolicy',
      config: {
        throttlingRateMapper: "${request.headers['Authorization'][0]}",
        throttlingRatesMapping: {},
        defaultRate: rate,
      },
    };
    const script = {
      type: 'ScriptableThrottlingPolicy',
      config: { type: 'application/javascript', source: '' },
    };
    const route = (policy: unknown) =>
      filteredRoute([throttlingFilter({ throttlingRatePolicy: policy })], null);
    gateway = await startGateway(
      { '01-own': route(throttlingRatePolicy) },
      {
        script: () => ({
          rate: () => Promise.reject(new Error('no rate for planted-secret-token-of-ann')),
        }),
      },
    );
    const headers = { Authorization: 'Bearer planted-secret-token-of-ann' };
    expect(await ask(headers)).toBe(200);
    expect(JSON.stringify(gateway.trace())).not.toContain('planted');
    await gateway.route({ '01-own': route(script) });
    expect(await ask(headers)).toBe(500);
    expect(gateway.rule('throttle:rate')?.detail).toBe('no rate for …');
  });

  test('with very long names have buckets of their own, kept by short ones', async () => {
    gateway = await startGateway({ '01-own': groupedBy("${request.headers['X-Long'][0]}") });
    const long = 'k'.repeat(10_000);
    const answers = [`${long}1`, `${long}2`, `${long}1`].map((value) => () => ask({ 'X-Long': value }));
    const statuses: number[] = [];
    for (const answer of answers) statuses.push(await answer());
    expect(statuses).toEqual([200, 200, 429]);
    expect(shown()).toHaveLength(2);
    for (const group of shown()) expect(group.length).toBeLessThan(200);
  });
});
