/** Questions and commands to the process with the gateway. */
export type GatewayQuestion =
  | { readonly kind: 'move'; readonly millis: number }
  | { readonly kind: 'reload' }
  | { readonly kind: 'report' };

/** How it is with the gateway; filters in the order of their routes. */
export interface GatewayAnswer {
  readonly heapBytes: number;
  readonly residentBytes: number;
  readonly groups: readonly number[];
  readonly overflowed: readonly number[];
  readonly problems: readonly string[];
}

/** Requests per duration in milliseconds, as routes and model have them. */
export interface SoakRate {
  readonly requests: number;
  readonly durationMillis: number;
}

export const keyRate: SoakRate = { requests: 1, durationMillis: 10_000 };
export const statusRates: Readonly<Record<string, SoakRate>> = {
  gold: { requests: 60, durationMillis: 10_000 },
  silver: { requests: 7, durationMillis: 10_000 },
  bronze: { requests: 1, durationMillis: 3_000 },
};
/** Groups that the small filter may have. */
export const smallCap = 1_000;

const written = ({ requests, durationMillis }: SoakRate) => ({
  numberOfRequests: requests,
  duration: `${durationMillis} ms`,
});

/** The routes; with each version something changes that no bucket hangs on, and now and then one of them is broken. */
export function soakRoutes(
  upstream: string,
  version: number,
): readonly (readonly [id: string, route: unknown])[] {
  const own = (entity: string) => ({ type: 'StaticResponseHandler', config: { status: 200, entity } });
  const filter = (name: string, config: unknown) => ({ name, type: 'ThrottlingFilter', config });
  const route = (path: string, filters: readonly unknown[], handler: unknown) => ({
    name: `version ${version}`,
    condition: `\${find(request.uri.path, '^/${path}')}`,
    baseURI: upstream,
    handler: { type: 'Chain', config: { filters, handler } },
  });
  const byKey = "${request.headers['X-Key'][0]}";
  const keys = filter('keys', {
    requestGroupingPolicy: byKey,
    rate: written(keyRate),
    cleaningInterval: '1 second',
    maximumGroups: 10_000_000,
  });
  const small = filter('small', {
    requestGroupingPolicy: byKey,
    rate: written(keyRate),
    maximumGroups: smallCap,
  });
  const people = filter('people', {
    requestGroupingPolicy: byKey,
    throttlingRatePolicy: {
      type: 'MappedThrottlingPolicy',
      config: {
        throttlingRateMapper: "${request.headers['X-Status'][0]}",
        throttlingRatesMapping: Object.fromEntries(
          Object.entries(statusRates).map(([status, rate]) => [status, written(rate)]),
        ),
        defaultRate: written(keyRate),
      },
    },
  });
  return [
    ['10-keys', route('keys', [keys], own(`keys ${version}`))],
    ['20-small', route('small', [small], own('small'))],
    [
      '30-people',
      route('people', [people], { type: 'ReverseProxyHandler', config: { connections: 8 + (version % 3) } }),
    ],
    ['40-open', version % 5 === 4 ? { handler: 'broken' } : route('open', [], 'ReverseProxyHandler')],
  ];
}
