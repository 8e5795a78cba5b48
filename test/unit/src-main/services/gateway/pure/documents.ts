import { readRoute, throttlingFilters } from '#main/services/gateway/pure/index.ts';
import { type ReadRoute, type Route } from '#shared/gateway/types.ts';

/** A route as the guides of the model products have it: a chain of a resource server and a throttling filter. */
export const guideRoute = {
  name: 'throttle-mapped',
  baseURI: 'http://app.example.com:8081',
  condition: "${find(request.uri.path, '^/home/throttle-mapped')}",
  heap: [
    { name: 'SystemAndEnvSecretStore-1', type: 'SystemAndEnvSecretStore' },
    {
      name: 'AmService-1',
      type: 'AmService',
      config: {
        url: 'http://am.example.com:8088/am/',
        realm: '/',
        agent: { username: 'ig_agent', passwordSecretId: 'agent.secret.id' },
        secretsProvider: 'SystemAndEnvSecretStore-1',
      },
    },
  ],
  handler: {
    type: 'Chain',
    config: {
      filters: [
        {
          name: 'OAuth2ResourceServerFilter-1',
          type: 'OAuth2ResourceServerFilter',
          config: {
            scopes: ['mail', 'employeenumber'],
            requireHttps: false,
            realm: 'OpenIG',
            accessTokenResolver: {
              name: 'token-resolver-1',
              type: 'TokenIntrospectionAccessTokenResolver',
              config: {
                amService: 'AmService-1',
                providerHandler: {
                  type: 'Chain',
                  config: {
                    filters: [
                      {
                        type: 'HttpBasicAuthenticationClientFilter',
                        config: {
                          username: 'ig_agent',
                          passwordSecretId: 'agent.secret.id',
                          secretsProvider: 'SystemAndEnvSecretStore-1',
                        },
                      },
                    ],
                    handler: 'SomeVendorClientHandler',
                  },
                },
              },
            },
          },
        },
        {
          name: 'ThrottlingFilter-1',
          type: 'ThrottlingFilter',
          config: {
            requestGroupingPolicy: '${contexts.oauth2.accessToken.info.mail}',
            throttlingRatePolicy: {
              name: 'MappedPolicy',
              type: 'MappedThrottlingPolicy',
              config: {
                throttlingRateMapper: '${contexts.oauth2.accessToken.info.status}',
                throttlingRatesMapping: {
                  gold: { numberOfRequests: 6, duration: '10 s' },
                  silver: { numberOfRequests: 3, duration: '10 s' },
                  bronze: { numberOfRequests: 1, duration: '10 s' },
                },
                defaultRate: { numberOfRequests: 1, duration: '10 s' },
              },
            },
          },
        },
      ],
      handler: 'ReverseProxyHandler',
    },
  },
};

/** A route with one throttling filter. */
export function routeOf(config: unknown, more: Readonly<Record<string, unknown>> = {}): ReadRoute {
  return readRoute(documentOf(config, more), { id: '10-test', env: { LIMIT: '7', PERIOD: '5 s' } });
}

export function documentOf(config: unknown, more: Readonly<Record<string, unknown>> = {}) {
  const filter = { name: 'throttle', type: 'ThrottlingFilter', config };
  return {
    handler: { type: 'Chain', config: { filters: [filter], handler: 'ReverseProxyHandler' } },
    ...more,
  };
}

/** The route that a test expects to be right, warnings apart. */
export function requireRoute({ route, problems }: ReadRoute): Route {
  if (route === null) throw new Error(JSON.stringify(problems, null, 2));
  return route;
}

export function throttlingOf(read: ReadRoute) {
  const [filter] = throttlingFilters(requireRoute(read));
  if (filter === undefined) throw new Error('no throttling filter');
  return filter;
}

export const rate = { numberOfRequests: 6, duration: '10 s' };
export const filterPointer = '/handler/config/filters/0/config';
