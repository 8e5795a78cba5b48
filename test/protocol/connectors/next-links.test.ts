import { describe, expect, test } from 'vitest';
import { type Answer, makeConnector, startRemote } from '#test/support/connectors.ts';
import { startedAnew } from '#test/support/started.ts';

const records = Array.from({ length: 7 }, (_, index) => ({
  id: index + 1,
  mail: `u${index + 1}@example.com`,
}));

/** Three records a page, and the address of the next one as an API of that style names it. */
type Style = (
  next: string | null,
  page: readonly unknown[],
) => {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
const styles: Readonly<
  Record<string, { readonly style: Style; readonly list: string; readonly cookie: unknown }>
> = {
  OData: {
    style: (next, value) => ({ body: { value, ...(next === null ? {} : { '@odata.nextLink': next }) } }),
    list: 'value',
    cookie: { type: 'body', path: "['@odata.nextLink']" },
  },
  HAL: {
    style: (next, users) => ({
      body: { _embedded: { users }, _links: next === null ? {} : { next: { href: next } } },
    }),
    list: '_embedded.users',
    cookie: { type: 'body', path: '_links.next.href' },
  },
  Link: {
    style: (next, users) => ({
      body: { users },
      headers: { link: `</first>; rel="first"${next === null ? '' : `, <${next}>; rel="next"`}` },
    }),
    list: 'users',
    cookie: { type: 'header', path: 'Link' },
  },
};

/** Serves the pages below `path`; `linkOf` writes an address out of the path and query of the next page. */
function pages(style: Style, linkOf: (target: string) => string, path = '/api/users'): Answer {
  return ({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://any');
    if (pathname !== path) return void response.writeHead(404).end('{}');
    const from = Number(searchParams.get('$skip') ?? 0);
    const filter = searchParams.get('q');
    const query = `$skip=${from + 3}${filter === null ? '' : `&q=${encodeURIComponent(filter)}`}`;
    const next = from + 3 < records.length ? linkOf(`${path}?${query}`) : null;
    const { body, headers = {} } = style(next, records.slice(from, from + 3));
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    return void response.end(JSON.stringify(body));
  };
}

function connectorOf(name: string, serviceUri: string, more: Readonly<Record<string, unknown>> = {}) {
  const { list = '', cookie } = styles[name] ?? {};
  return makeConnector({
    serviceUri,
    authToken: 'secret-token',
    objectTypes: {
      __ACCOUNT__: {
        schema: [{ fieldName: 'mail', type: 'STRING' }],
        filters: { queryParamKey: 'q', operators: { equals: ':' } },
        operations: {
          QUERY: {
            path: '/users',
            method: 'GET',
            idPath: 'id',
            namePath: 'id',
            responseMapping: { [list]: { mail: 'mail' } },
            pagination: {
              cookiePagination: { path: '{_pagedResultsCookie}' },
              pagedResultsCookie: { ...(cookie as object), ...more },
            },
          },
        },
      },
    },
  }).connector;
}

const all = { filter: null, pageSize: null, offset: null, cookie: null, wanted: 'default' } as const;
const uids = records.map(({ id }) => String(id));
const remote = startedAnew(startRemote);
const other = startedAnew(startRemote);

describe.each(Object.keys(styles))('%s', (name) => {
  const style: Style = (next, page) => styles[name]?.style(next, page) ?? { body: null };

  test.each([
    ['whole addresses', (target: string) => `${remote.origin}${target}`],
    ['absolute paths', (target: string) => target],
    ['relative references', (target: string) => target.replace('/api/', '')],
    ['queries alone', (target: string) => target.replace('/api/users', '')],
  ])('%s are followed to the end, with the credentials', async (_what, linkOf) => {
    remote.answer = pages(style, linkOf);
    const connector = connectorOf(name, `${remote.origin}/api`);
    const { objects } = await connector.query('__ACCOUNT__', all, {});
    expect(objects.map(({ uid }) => uid)).toEqual(uids);
    expect(remote.seen.map(({ url }) => url)).toEqual([
      '/api/users',
      '/api/users?$skip=3',
      '/api/users?$skip=6',
    ]);
    expect(new Set(remote.seen.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer secret-token']),
    );
  });

  test('a page is asked for by the cookie of the one before; filters stand in the address', async () => {
    remote.answer = pages(style, (target) => `${remote.origin}${target}`);
    const connector = connectorOf(name, `${remote.origin}/api`);
    const filter = { kind: 'compare', operator: 'eq', field: 'mail', value: 'a' } as const;
    const first = await connector.query('__ACCOUNT__', { ...all, filter, pageSize: 3 }, {});
    expect(first.cookie).toBe(`${remote.origin}/api/users?$skip=3&q=mail%3Aa`);
    const second = await connector.query(
      '__ACCOUNT__',
      { ...all, filter, pageSize: 3, cookie: first.cookie },
      {},
    );
    expect(second.objects.map(({ uid }) => uid)).toEqual(['4', '5', '6']);
    expect(remote.seen.at(-1)?.url).toBe('/api/users?$skip=3&q=mail%3Aa');
  });

  test('another server is an error that names it, and sees nothing', async () => {
    remote.answer = pages(style, (target) => `${other.origin}${target}`);
    const connector = connectorOf(name, `${remote.origin}/api`);
    await expect(connector.query('__ACCOUNT__', all, {})).rejects.toMatchObject({
      code: 'connector.foreign-link',
      message: expect.stringContaining(other.origin),
    });
    expect(other.seen).toEqual([]);
  });

  test('behind a proxy path and query count, and serviceUri says where they are sent', async () => {
    const serve = pages(style, (target) => `http://internal.example:8080${target}`);
    // It takes /hr away from the path before it passes a request on.
    remote.answer = (request, response) =>
      serve({ ...request, url: request.url.replace(/^\/hr/, '') }, response);
    const connector = connectorOf(name, `${remote.origin}/hr/api`, { rewriteOrigin: true });
    const { objects } = await connector.query('__ACCOUNT__', all, {});
    expect(objects.map(({ uid }) => uid)).toEqual(uids);
    expect(remote.seen.at(-1)?.url).toBe('/hr/api/users?$skip=6');
  });
});

test.each(['http://evil.example/api/users', '//evil.example/x', 'file:///etc/passwd', 'javascript:alert(1)'])(
  'a cookie of the caller leads nowhere else: %s',
  async (cookie) => {
    const connector = connectorOf('OData', `${remote.origin}/api`);
    await expect(connector.query('__ACCOUNT__', { ...all, pageSize: 3, cookie }, {})).rejects.toMatchObject({
      code: 'connector.foreign-link',
    });
    expect(remote.seen).toEqual([]);
  },
);

test('what serviceUri holds beyond its path goes along where the address lacks it', async () => {
  const { style } = styles['HAL'] as { style: Style };
  remote.answer = pages(style, (target) => `${remote.origin}${target}`);
  const connector = connectorOf('HAL', `${remote.origin}/api?tenant=7`);
  await connector.query('__ACCOUNT__', all, {});
  expect(remote.seen.map(({ url }) => url)).toEqual([
    '/api/users?tenant=7',
    '/api/users?$skip=3&tenant=7',
    '/api/users?$skip=6&tenant=7',
  ]);
});
