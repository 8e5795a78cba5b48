import { describe, expect, test } from 'vitest';
import { lintRoute, type RouteFacts, readRoute } from '#main/services/gateway/pure/index.ts';
import { filterPointer, guideRoute, rate, requireRoute, routeOf } from './documents.ts';

const lintOf = (requestGroupingPolicy: string, more = {}) =>
  lintRoute(requireRoute(routeOf({ rate, requestGroupingPolicy, ...more }))).map(({ code, pointer }) => [
    code,
    pointer,
  ]);

describe('a key that callers choose', () => {
  test.each([
    "${request.headers['UserId'][0]}",
    '${request.uri.path}',
    '${request.queryParams.user[0]}',
    'a-${request.cookies.x[0].value}',
    '${contexts.client.userAgent}',
  ])('%s without a cap is warned about', (group) => {
    expect(lintOf(group)).toEqual([['throttling.key-open', `${filterPointer}/requestGroupingPolicy`]]);
  });

  test.each([
    '',
    '${contexts.oauth2.accessToken.info.mail}',
    '${contexts.client.remoteAddress}',
    '${request.method}',
  ])('“%s” is proven, or has few values', (group) => {
    expect(lintOf(group)).toEqual([]);
  });

  test('with a cap is fine', () => {
    expect(lintOf('${request.uri.path}', { maximumGroups: 10_000 })).toEqual([]);
  });
});

describe('what was seen at work', () => {
  const route = requireRoute(readRoute(guideRoute, { id: 'x' }));
  const nothing: RouteFacts = {
    filter: 'ThrottlingFilter-1',
    requests: 10,
    withoutKey: 0,
    notReached: 0,
    mapped: new Set(['gold', 'silver', 'bronze']),
    alternating: [],
  };
  const codes = (facts: Partial<RouteFacts>) =>
    lintRoute(route, { ...nothing, ...facts }).map(({ code, severity }) => [code, severity]);

  test.each<[string, Partial<RouteFacts>, readonly (readonly string[])[]]>([
    ['nothing odd', {}, []],
    ['some requests without a key', { withoutKey: 3 }, [['throttling.key-not-set', 'warning']]],
    ['a key that is never set', { withoutKey: 10 }, [['throttling.key-not-set', 'error']]],
    ['requests of other routes', { notReached: 1 }, [['throttling.not-reached', 'warning']]],
    ['a group whose rate alternates', { alternating: ['ann'] }, [['throttling.rate-alternates', 'warning']]],
    [
      'a mapping that nobody reaches',
      { mapped: new Set(['gold', 'silver', 'platinum']) },
      [['throttling.mapping-unused', 'warning']],
    ],
    ['facts of another filter', { filter: 'other', withoutKey: 10 }, []],
  ])('%s', (_, facts, expected) => {
    expect(codes(facts)).toEqual(expected);
  });
});
