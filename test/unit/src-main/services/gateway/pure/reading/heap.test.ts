import { expect, test } from 'vitest';
import { readRoute } from '#main/services/gateway/pure/index.ts';

test('members that stand beside the config they belong into are warned about, comments are let be', () => {
  const resolver = {
    type: 'TokenIntrospectionAccessTokenResolver',
    endpoint: 'http://a',
    _why: 'a comment',
  };
  const filter = {
    type: 'OAuth2ResourceServerFilter',
    capture: 'all',
    config: { scopes: [], accessTokenResolver: resolver },
  };
  const handler = { type: 'Chain', config: { filters: [filter], handler: 'ReverseProxyHandler' } };
  const { problems } = readRoute({ handler }, { id: 'x' });
  const pointer = '/handler/config/filters/0';
  expect(problems.map(({ code, severity, pointer: at }) => [code, severity, at])).toEqual([
    ['route.unknown-member', 'warning', `${pointer}/capture`],
    ['route.unknown-member', 'warning', `${pointer}/config/accessTokenResolver/endpoint`],
  ]);
});
