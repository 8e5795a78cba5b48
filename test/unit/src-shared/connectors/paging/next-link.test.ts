import { describe, expect, test } from 'vitest';
import { isWholeLink, rewrittenPath } from '#shared/connectors/index.ts';
import { nextLinkOf } from '#shared/connectors/paging/next-link.ts';
import { accountsOf, answer, compiled, listQuery } from '#test/support/connector-shapes.ts';

describe('a Link field', () => {
  test.each([
    ['<https://h/u?page=2>; rel="next"', 'https://h/u?page=2'],
    ['<https://h/u?page=1>; rel="prev", <https://h/u?page=3>; rel="next"', 'https://h/u?page=3'],
    ['</u?a=1,2>; title="a, <b>"; rel=next', '/u?a=1,2'],
    ['<x>; rel="last  next"', 'x'],
    ['<x>; REL=NEXT', 'x'],
    ['<x>; rel="prev"', null],
    ['<x>; title="; rel=next"', null],
    ['x; rel=next', null],
    ['', null],
  ])('%s leads to %s', (field, target) => {
    expect(nextLinkOf(field)).toBe(target);
  });
});

test.each([
  ['/api', '/api/users', '/api/users'],
  ['', '/users', '/users'],
  ['/hr', '/users', '/hr/users'],
  ['/hr/api', '/api/users', '/hr/api/users'],
  ['/hr/api/v2', '/v2/users', '/hr/api/v2/users'],
  ['/hr/api', '/apis/users', '/hr/api/apis/users'],
  ['/hr/api', '/api', '/hr/api'],
])('behind %s the path %s is that of %s', (base, path, rewritten) => {
  expect(rewrittenPath(base, path)).toBe(rewritten);
});

test('an address that needs no other one is whole', () => {
  expect(['https://h/x', 'HTTP://h', '/x', '//h/x', 'mailto:x'].map(isWholeLink)).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  expect(['x', '?page=2', '../x', 'x/y:z'].map(isWholeLink)).toEqual(Array.from({ length: 4 }, () => false));
});

describe('a page by its address', () => {
  const type = (cookiePagination: Readonly<Record<string, unknown>>) =>
    compiled(
      accountsOf({
        schema: [{ fieldName: 'mail', type: 'STRING' }],
        filters: { queryParamKey: 'q', operators: { equals: ':' } },
        attrToGetKey: 'only',
        operations: {
          QUERY: listQuery(
            { items: { mail: 'mail' } },
            {
              queryParams: { sort: 'id' },
              pagination: { cookiePagination, pagedResultsCookie: { type: 'header', path: 'link' } },
            },
          ),
        },
      }),
    );
  const page = { strategy: 'cookiePagination', pageSize: 5, offset: null } as const;
  const address = 'https://h/u?cursor=x&q=mail%3Aa';

  test('is the request: filter and attributes stand in it already', () => {
    const linked = type({ path: '{_pagedResultsCookie}' });
    const request = linked.queryRequest({
      page: { ...page, cookie: address },
      filter: 'mail:a',
      wanted: new Set(['mail']),
    });
    expect(request).toMatchObject({ path: address, query: '', link: { rewritesOrigin: false } });
    expect(linked.readPage(answer([], 200, [['Link', '<next>; rel=next']]), 'default').cookie).toBe('next');
  });

  test('gets the pairs of its strategy that it lacks', () => {
    const linked = type({ path: '{_pagedResultsCookie}', param: 'size={_pageSize}&cursor=y' });
    const request = linked.queryRequest({
      page: { ...page, cookie: address },
      filter: null,
      wanted: 'default',
    });
    expect(request.query).toBe('size=5');
  });

  test('of a search by POST is asked for with the body of the search', () => {
    const search = compiled(
      accountsOf({
        schema: [{ fieldName: 'mail', type: 'STRING' }],
        filters: { operators: {}, body: { path: 'where', templates: { equals: { '{name}': '{value}' } } } },
        operations: {
          QUERY: {
            path: '/search',
            method: 'POST',
            idPath: 'id',
            namePath: 'id',
            requestBody: { sort: 'id' },
            responseMapping: { items: { mail: 'mail' } },
            pagination: {
              cookiePagination: { path: '{_pagedResultsCookie}' },
              pagedResultsCookie: { type: 'body', path: 'next' },
            },
          },
        },
      }),
    );
    const asked = { filter: '{"mail":"a"}', body: { mail: 'a' }, wanted: 'default' } as const;
    expect(search.queryRequest({ page: { ...page, cookie: '/search?after=5' }, ...asked })).toMatchObject({
      method: 'POST',
      path: '/search?after=5',
      query: '',
      body: { sort: 'id', where: { mail: 'a' } },
    });
  });

  test('is the first one at the path of the operation', () => {
    const linked = type({ path: '{_pagedResultsCookie}', param: 'size={_pageSize}' });
    const request = linked.queryRequest({ page: { ...page, cookie: null }, filter: null, wanted: 'default' });
    expect(request).toMatchObject({ path: '/u', query: 'sort=id&size=5' });
    expect(request).not.toHaveProperty('link');
  });
});
