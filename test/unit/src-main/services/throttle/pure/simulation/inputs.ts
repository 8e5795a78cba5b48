import { readRoute } from '#main/services/gateway/pure/index.ts';
import { type Route } from '#shared/gateway/types.ts';
import { type Rate, rateOf } from '#shared/throttle/index.ts';
import type { SimulationInput } from '#shared/throttle/simulation/types.ts';
import { type Traffic, trafficSchema } from '#shared/throttle/traffic/schema.ts';
import { tokenFilter } from '#test/support/throttled-route.ts';

export const mail = '${contexts.oauth2.accessToken.info.mail}';
export const status = '${contexts.oauth2.accessToken.info.status}';
export const rate = (numberOfRequests: number, duration = '10 s') => ({ numberOfRequests, duration });

/** A filter that finds out whose token a request carries. */
export const tokens = tokenFilter('http://as.example/introspect');

/** A route with one throttling filter behind a resource server, which a test expects to be right. */
export function routeWith(
  config: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): Route {
  const filters = [tokens, { name: 'throttle', type: 'ThrottlingFilter', config }];
  const document = {
    handler: { type: 'Chain', config: { filters, handler: 'ReverseProxyHandler' } },
    ...more,
  };
  const { route, problems } = readRoute(document, { id: 'test' });
  if (route === null) throw new Error(JSON.stringify(problems));
  return route;
}

export const mappedConfig = {
  requestGroupingPolicy: mail,
  throttlingRatePolicy: {
    type: 'MappedThrottlingPolicy',
    config: {
      throttlingRateMapper: status,
      throttlingRatesMapping: { gold: rate(6), silver: rate(3), bronze: rate(1) },
      defaultRate: rate(1),
    },
  },
};

export const scriptConfig = {
  requestGroupingPolicy: mail,
  throttlingRatePolicy: {
    type: 'ScriptableThrottlingPolicy',
    config: { type: 'application/javascript', source: 'return null' },
  },
};

export const rates = new Map<string | null, Rate>();
for (const [name, count] of [
  ['gold', 6],
  ['silver', 3],
  ['bronze', 1],
  [null, 1],
] as const) {
  const read = rateOf(count, '10 s');
  if ('rate' in read) rates.set(name, read.rate);
}

/** The same as the mapped policy, but as a script that nobody knows anything about. */
export const scripted = {
  script: () => ({
    rate(scope: unknown): Rate | null {
      const { contexts } = scope as {
        contexts: { oauth2: { accessToken: { info: { status: string | null } } } };
      };
      return rates.get(contexts.oauth2.accessToken.info.status) ?? null;
    },
  }),
};

export function trafficOf(traffic: Parameters<typeof trafficSchema.parse>[0]): Traffic {
  return trafficSchema.parse(traffic);
}

/** Clients of every kind, for a minute. */
export const mixedTraffic = trafficOf({
  durationSeconds: 60,
  seed: 7,
  clients: [
    {
      id: 'ann',
      attributes: { mail: 'ann@example.com', status: 'gold' },
      patterns: [
        { kind: 'steady', perSecond: 0.7 },
        { kind: 'burst', atSeconds: 20, requests: 10 },
      ],
      on429: { kind: 'honour', maximumRetries: 3 },
    },
    {
      id: 'team',
      count: 5,
      attributes: { mail: 'team@example.com', status: 'silver' },
      patterns: [{ kind: 'poisson', perSecond: 0.4 }],
      on429: { kind: 'back-off', initialSeconds: 0.5, factor: 2, maximumSeconds: 8, maximumRetries: 4 },
    },
    {
      id: 'many',
      count: 20,
      attributes: { mail: 'm{n}@example.com', status: null },
      patterns: [{ kind: 'ramp', fromPerSecond: 0, toPerSecond: 0.5 }],
      on429: { kind: 'impatient', everySeconds: 0.3, maximumRetries: 5 },
    },
    {
      id: 'stages',
      attributes: { mail: 'stages@example.com', status: 'gold' },
      patterns: [
        {
          kind: 'stages',
          stages: [
            { durationSeconds: 20, perSecond: 2 },
            { durationSeconds: 20, perSecond: 0 },
          ],
        },
      ],
      on429: { kind: 'drop' },
    },
  ],
  changes: [
    { atSeconds: 30, client: 'ann', attributes: { status: 'bronze' } },
    { atSeconds: 40, client: 'many-3', attributes: { mail: 'm4@example.com' } },
  ],
});

export const mixed: SimulationInput = { route: routeWith(mappedConfig), traffic: mixedTraffic };
