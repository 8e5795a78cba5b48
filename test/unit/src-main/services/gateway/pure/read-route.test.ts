import { describe, expect, test } from 'vitest';
import { readRoute, throttlingFilters } from '#main/services/gateway/pure/index.ts';
import { documentOf, guideRoute, rate, requireRoute, routeOf, throttlingOf } from './documents.ts';

describe('a route of the guides', () => {
  const read = readRoute(guideRoute, { id: '02-throttle-mapped' });
  const route = requireRoute(read);

  test('is read as it stands, without a remark', () => {
    expect(read.problems).toEqual([]);
    expect(route).toMatchObject({
      id: '02-throttle-mapped',
      name: 'throttle-mapped',
      baseURI: 'http://app.example.com:8081',
      handler: { type: 'Chain', handler: { type: 'ReverseProxyHandler' } },
    });
    const request = { uri: { path: '/home/throttle-mapped/x' } };
    expect(route.condition?.evaluate({ request }).value).toBe(true);
    expect(route.condition?.evaluate({ request: { uri: { path: '/' } } }).value).toBe(false);
  });

  test('looks tokens up at the service that it names, as the agent', () => {
    const filter = route.handler.type === 'Chain' ? route.handler.filters[0] : undefined;
    expect(filter).toMatchObject({
      type: 'OAuth2ResourceServerFilter',
      config: {
        scopes: ['mail', 'employeenumber'],
        requireHttps: false,
        cache: { isEnabled: false, defaultTimeoutMillis: 60_000, maxTimeoutMillis: null },
        resolver: {
          type: 'TokenIntrospectionAccessTokenResolver',
          name: 'token-resolver-1',
          endpoint: 'http://am.example.com:8088/am/oauth2/realms/root/introspect',
          credential: { username: 'ig_agent', password: { $secret: 'agent.secret.id' } },
        },
      },
    });
  });

  test('throttles by the mapped policy', () => {
    const [filter] = throttlingFilters(route);
    expect(filter).toMatchObject({ name: 'ThrottlingFilter-1', pointer: '/handler/config/filters/1' });
    expect(filter?.config).toMatchObject({
      cleaningIntervalMillis: 5_000,
      shadow: false,
      rateLimitHeaders: false,
      carryOver: false,
      policy: { type: 'MappedThrottlingPolicy', defaultRate: { numberOfRequests: 1, duration: '10 s' } },
    });
    const policy = filter?.config.policy;
    const rates = policy?.type === 'MappedThrottlingPolicy' ? [...policy.rates.keys()] : [];
    expect(rates).toEqual(['gold', 'silver', 'bronze']);
  });
});

describe('the throttling filter', () => {
  test('with a rate of its own and no grouping puts all requests into one group', () => {
    const { config } = throttlingOf(routeOf({ rate }));
    expect(config.group.evaluate({})).toEqual({ value: '', error: null });
    expect(config.policy).toMatchObject({ type: 'fixed', rate });
  });

  test('takes its numbers from configuration expressions, properties and texts', () => {
    const rateOf = (value: unknown) => {
      const { policy } = throttlingOf(
        routeOf({ rate: value }, { properties: { limit: 9, period: '2 s' } }),
      ).config;
      return policy.type === 'fixed' ? [policy.rate.numberOfRequests, policy.rate.duration] : null;
    };
    expect(rateOf({ numberOfRequests: "${integer(env['LIMIT'])}", duration: "${env['PERIOD']}" })).toEqual([
      7,
      '5 s',
    ]);
    expect(rateOf({ numberOfRequests: '&{limit}', duration: '&{period}' })).toEqual([9, '2 s']);
    expect(rateOf({ numberOfRequests: '${properties.limit}', duration: '1 minute' })).toEqual([
      9,
      '1 minute',
    ]);
    expect(rateOf({ numberOfRequests: '12', duration: '1 minute' })).toEqual([12, '1 minute']);
  });

  test('has a scriptable policy, in place or in the heap, under a default', () => {
    const script = {
      name: 'by-script',
      type: 'ScriptableThrottlingPolicy',
      config: {
        type: 'application/x-groovy',
        source: ['if (a == "${b}")', '  return new ThrottlingRate(6, "10 s")'],
        args: { limit: "${integer(env['LIMIT'])}", list: [1, 2] },
        clientHandler: 'ClientHandler',
      },
    };
    const policy = {
      type: 'DefaultRateThrottlingPolicy',
      config: { delegateThrottlingRatePolicy: 'by-script', defaultRate: rate },
    };
    const { config } = throttlingOf(routeOf({ throttlingRatePolicy: policy }, { heap: [script] }));
    expect(config.policy).toMatchObject({
      type: 'DefaultRateThrottlingPolicy',
      defaultRate: rate,
      delegate: {
        type: 'ScriptableThrottlingPolicy',
        script: {
          type: 'application/x-groovy',
          // Text that looks like an expression in a script belongs to the script.
          source: 'if (a == "${b}")\n  return new ThrottlingRate(6, "10 s")',
          args: { limit: 7, list: [1, 2] },
          hasClient: true,
          pointer: '/heap/0',
        },
      },
    });
  });

  test('has keys of its mapping that are expressions', () => {
    const { policy } = throttlingOf(
      routeOf({
        throttlingRatePolicy: {
          type: 'MappedThrottlingPolicy',
          config: {
            throttlingRateMapper: '${request.method}',
            throttlingRatesMapping: { "${env['LIMIT']}": rate },
            defaultRate: rate,
          },
        },
      }),
    ).config;
    expect(policy.type === 'MappedThrottlingPolicy' && [...policy.rates.keys()]).toEqual(['7']);
  });

  test('reads its extensions', () => {
    const { config } = throttlingOf(
      routeOf({
        rate,
        shadow: true,
        rateLimitHeaders: true,
        maximumGroups: 5,
        carryOver: true,
        cleaningInterval: '1 day',
      }),
    );
    expect(config).toMatchObject({
      shadow: true,
      rateLimitHeaders: true,
      maxGroups: 5,
      carryOver: true,
      cleaningIntervalMillis: 86_400_000,
    });
  });

  test('has a fingerprint that follows from what it does and not from how it is written', () => {
    const print = (config: unknown, more = {}) => throttlingOf(routeOf(config, more)).fingerprint;
    const same = print({ rate });
    expect(print({ rate: { duration: '10000 ms', numberOfRequests: '6' } })).toBe(same);
    expect(print({ rate }, { name: 'another route', condition: '${true}' })).toBe(same);
    expect(print({ rate: { ...rate, numberOfRequests: 7 } })).not.toBe(same);
    expect(print({ rate, requestGroupingPolicy: '${request.method}' })).not.toBe(same);
    expect(print({ rate, shadow: true })).not.toBe(same);
  });
});

describe('handlers', () => {
  const handlerOf = (handler: unknown, more = {}) =>
    requireRoute(readRoute({ handler, ...more }, { id: 'x' })).handler;

  test('the reverse proxy has the timeouts of the product', () => {
    expect(handlerOf('ReverseProxyHandler')).toMatchObject({
      config: {
        connections: 64,
        soTimeoutMillis: 10_000,
        connectionTimeoutMillis: 10_000,
        connectionTimeToLiveMillis: null,
        retries: { isEnabled: false },
        websocket: false,
      },
    });
    const config = {
      connections: 8,
      soTimeout: '1 minute',
      connectionTimeout: '500 ms',
      connectionTimeToLive: '5 s',
      retries: { enabled: true, count: 2, delay: '1 s' },
      websocket: { enabled: true },
    };
    expect(handlerOf({ type: 'ReverseProxyHandler', config })).toMatchObject({
      config: {
        connections: 8,
        soTimeoutMillis: 60_000,
        connectionTimeoutMillis: 500,
        connectionTimeToLiveMillis: 5_000,
        retries: { isEnabled: true, count: 2, delayMillis: 1_000 },
        websocket: true,
      },
    });
  });

  test('a client at the end forwards, whatever it is called', () => {
    expect(handlerOf('ClientHandler')).toMatchObject({ type: 'ReverseProxyHandler' });
    expect(handlerOf('AnyoneClientHandler')).toMatchObject({ type: 'ReverseProxyHandler' });
  });

  test('a static response has headers and a text with expressions', () => {
    const handler = handlerOf({
      type: 'StaticResponseHandler',
      config: {
        status: 403,
        reason: 'No',
        headers: { 'X-A': ['${request.method}', 'b'] },
        entity: ['<p>', '${request.uri.path}'],
      },
    });
    if (handler.type !== 'StaticResponseHandler') throw new Error(handler.type);
    const { status, reason, headers, entity } = handler.config;
    const scope = { request: { method: 'PUT', uri: { path: '/a' } } };
    expect([status, reason]).toEqual([403, 'No']);
    expect(
      headers.map(({ name, values }) => [name, values.map((value) => value.evaluate(scope).value)]),
    ).toEqual([['X-A', ['PUT', 'b']]]);
    expect(entity?.evaluate(scope).value).toBe('<p>\n/a');
  });

  test('objects of the heap refer to each other by name', () => {
    const heap = [
      { name: 'chain', type: 'Chain', config: { filters: ['limit'], handler: 'proxy' } },
      { name: 'limit', type: 'ThrottlingFilter', config: { rate } },
      { name: 'proxy', type: 'ReverseProxyHandler' },
    ];
    const handler = handlerOf('chain', { heap });
    expect(handler).toMatchObject({
      type: 'Chain',
      name: 'chain',
      filters: [{ name: 'limit' }],
      handler: { name: 'proxy' },
    });
  });

  test('filters of chains within chains are found in their order', () => {
    const chain = (name: string, handler: unknown) => ({
      type: 'Chain',
      config: { filters: [{ name, type: 'ThrottlingFilter', config: { rate } }], handler },
    });
    const route = requireRoute(
      readRoute({ handler: chain('outer', chain('inner', 'ReverseProxyHandler')) }, { id: 'x' }),
    );
    expect(throttlingFilters(route).map(({ name }) => name)).toEqual(['outer', 'inner']);
  });
});

describe('a condition', () => {
  const accepts = (condition: unknown) =>
    requireRoute(readRoute({ ...documentOf({ rate }), condition }, { id: 'x' })).condition?.evaluate({})
      .value;

  test('may be absent, null, a truth, an expression, or an object with one', () => {
    expect(accepts(undefined)).toBeUndefined();
    expect(accepts(null)).toBeUndefined();
    expect(accepts(true)).toBe(true);
    expect(accepts('${1 == 2}')).toBe(false);
    expect(accepts({ expression: '${1 == 1}', label: 'always' })).toBe(true);
  });
});

describe('tokens', () => {
  const resolverOf = (accessTokenResolver: unknown, more = {}) => {
    const filter = {
      type: 'OAuth2ResourceServerFilter',
      config: { scopes: [], accessTokenResolver, ...more },
    };
    const { handler } = requireRoute(
      readRoute(
        { handler: { type: 'Chain', config: { filters: [filter], handler: 'ReverseProxyHandler' } } },
        { id: 'x' },
      ),
    );
    const found = handler.type === 'Chain' ? handler.filters[0] : undefined;
    return found?.type === 'OAuth2ResourceServerFilter' ? found.config : null;
  };

  test('are validated where the endpoint says, or at the server that is hosted here', () => {
    const endpoint = 'https://as.example.com/introspect';
    expect(resolverOf({ type: 'TokenIntrospectionAccessTokenResolver', config: { endpoint } })).toMatchObject(
      {
        requireHttps: true,
        realm: null,
        resolver: { endpoint, credential: null },
      },
    );
    expect(resolverOf({ type: 'ValidateBearerAccessTokenResolver' })).toMatchObject({
      resolver: { type: 'ValidateBearerAccessTokenResolver', endpoint: null, credential: null },
    });
  });

  test('are kept for as long as the cache says', () => {
    const cache = { enabled: true, defaultTimeout: '30 s', maxTimeout: '5 minutes' };
    expect(resolverOf({ type: 'TokenIntrospectionAccessTokenResolver' }, { cache })?.cache).toEqual({
      isEnabled: true,
      defaultTimeoutMillis: 30_000,
      maxTimeoutMillis: 300_000,
    });
  });

  test('secrets stay references', () => {
    const credential = (password: unknown) => {
      const filters = [{ type: 'HttpBasicAuthenticationClientFilter', config: { username: 'a', password } }];
      const providerHandler = { type: 'Chain', config: { filters, handler: 'ClientHandler' } };
      return resolverOf({ type: 'TokenIntrospectionAccessTokenResolver', config: { providerHandler } })
        ?.resolver.credential;
    };
    expect(credential('&{agent}')).toEqual({ username: 'a', password: '&{agent}' });
    expect(credential({ $secret: 'agent' })).toEqual({ username: 'a', password: { $secret: 'agent' } });
  });
});
