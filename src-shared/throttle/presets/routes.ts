/** A filter that finds out whose token a request carries, at the authorization server that is hosted here. */
const tokens = {
  name: 'tokens',
  type: 'OAuth2ResourceServerFilter',
  config: {
    scopes: [],
    requireHttps: false,
    realm: 'orders',
    accessTokenResolver: {
      type: 'ValidateBearerAccessTokenResolver',
      config: {
        providerHandler: {
          type: 'Chain',
          config: {
            filters: [
              {
                type: 'HttpBasicAuthenticationClientFilter',
                config: { username: 'orders-api', password: 'orders-api-secret' },
              },
            ],
            handler: 'ClientHandler',
          },
        },
      },
    },
  },
} as const;

export const mailKey = '${contexts.oauth2.accessToken.info.mail}';
export const statusKey = '${contexts.oauth2.accessToken.info.status}';

/** A route that throttles in front of the sample upstream; `isIdentified`: by what the token says. */
export function routeWith(
  name: string,
  throttling: Readonly<Record<string, unknown>>,
  { isIdentified }: { readonly isIdentified: boolean },
): Readonly<Record<string, unknown>> {
  const filter = { name: 'throttling', type: 'ThrottlingFilter', config: throttling };
  return {
    name,
    baseURI: 'http://127.0.0.1:9035',
    condition: "${find(request.uri.path, '^/orders')}",
    handler: {
      type: 'Chain',
      config: { filters: isIdentified ? [tokens, filter] : [filter], handler: 'ReverseProxyHandler' },
    },
  };
}

/** A rate as documents write it. */
export function rate(numberOfRequests: number): Readonly<Record<string, unknown>> {
  return { numberOfRequests, duration: '10 s' };
}
