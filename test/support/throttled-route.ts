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
