import { describe, expect, test } from 'vitest';
import { readRoute } from '#main/services/gateway/pure/index.ts';

const agent = {
  type: 'Chain',
  config: {
    filters: [{ type: 'HttpBasicAuthenticationClientFilter', config: { username: 'api', password: 's' } }],
    handler: 'ClientHandler',
  },
};

function problemsOf(type: string, config: object) {
  const handler = { type: 'Chain', config: { filters: [{ type, config }], handler: 'ReverseProxyHandler' } };
  return readRoute({ handler }, { id: 'r' }).problems.map(({ code, pointer }) => [
    code,
    pointer.replace('/handler/config/filters/0/config', ''),
  ]);
}

const asResource = (protectedResource: unknown, resolver = 'TokenIntrospectionAccessTokenResolver') =>
  problemsOf('OAuth2ResourceServerFilter', {
    scopes: [],
    accessTokenResolver: { type: resolver, config: { providerHandler: agent } },
    protectedResource,
  });
const asExchange = (config: object) =>
  problemsOf('OAuth2TokenExchangeFilter', {
    resource: 'https://api.example/mcp',
    endpointHandler: agent,
    ...config,
  });

describe('a protected resource in a route', () => {
  test.each(['/', '/mcp', 'https://api.example/mcp?x=1'])('%s is an identifier', (identifier) => {
    expect(asResource({ identifier })).toEqual([]);
  });

  test.each<[string, unknown, string, string]>([
    ['no object', [], 'route.invalid', ''],
    ['no identifier', {}, 'route.invalid', ''],
    ['a fragment', { identifier: '/mcp#a' }, 'route.invalid', '/identifier'],
    ['another host', { identifier: '//evil.example' }, 'route.invalid', '/identifier'],
    ['another scheme', { identifier: 'urn:mcp' }, 'route.invalid', '/identifier'],
    [
      'a scope with a space',
      { identifier: '/', scopesSupported: ['a b'] },
      'route.invalid',
      '/scopesSupported/0',
    ],
    ['operations that are none', { identifier: '/', operations: {} }, 'route.invalid', '/operations'],
    ['an operation without scopes', { identifier: '/', operations: [{}] }, 'route.invalid', '/operations/0'],
    [
      'included scopes that are no list',
      { identifier: '/', includedScopes: { a: 1 } },
      'route.invalid',
      '/includedScopes/a',
    ],
    ['an unknown member', { identifier: '/', scope: 'a' }, 'route.unknown-member', '/scope'],
  ])('%s is told with its place', (_, resource, code, place) => {
    expect(asResource(resource)).toEqual([[code, `/protectedResource${place}`]]);
  });

  test('needs a resolver that reports the audience', () => {
    expect(asResource({ identifier: '/' }, 'ValidateBearerAccessTokenResolver')).toEqual([
      ['route.conflict', '/protectedResource'],
    ]);
  });
});

describe('a token exchange in a route', () => {
  test('is read as it stands', () => {
    expect(asExchange({ scopes: ['orders.read'] })).toEqual([]);
  });

  test.each<[string, object, string, string]>([
    ['no resource', { resource: null }, 'route.invalid', ''],
    ['a resource with a fragment', { resource: 'https://api.example/#a' }, 'route.invalid', '/resource'],
    ['no client', { endpointHandler: null }, 'route.invalid', ''],
    [
      'a client without a credential',
      { endpointHandler: 'ClientHandler' },
      'route.conflict',
      '/endpointHandler',
    ],
  ])('%s is told with its place', (_, config, code, place) => {
    expect(asExchange(config)).toEqual([[code, place]]);
  });
});
