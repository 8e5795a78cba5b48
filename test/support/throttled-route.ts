/** A filter that finds out whose token a request carries; nothing has to listen at its address. */
export function tokenFilter(
  endpoint = 'http://127.0.0.1:1/introspect',
  more: Readonly<Record<string, unknown>> = {},
) {
  return {
    type: 'OAuth2ResourceServerFilter',
    config: {
      scopes: [],
      requireHttps: false,
      accessTokenResolver: { type: 'TokenIntrospectionAccessTokenResolver', config: { endpoint } },
      ...more,
    },
  };
}

/** Members of a route beside its handler, and filters that stand before the throttling. */
interface RouteOptions {
  readonly name?: string;
  readonly condition?: string;
  readonly before?: readonly unknown[];
}

/** A route with one throttling filter, of which the handler answers by itself. */
export function throttledRoute(
  throttling: Readonly<Record<string, unknown>>,
  { before = [], ...members }: RouteOptions = {},
) {
  return {
    ...members,
    handler: {
      type: 'Chain',
      config: {
        filters: [...before, { name: 'limit', type: 'ThrottlingFilter', config: throttling }],
        handler: { type: 'StaticResponseHandler', config: { status: 200 } },
      },
    },
  };
}
