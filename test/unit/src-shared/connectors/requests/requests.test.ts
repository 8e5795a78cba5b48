import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileObjectType, type PageVariables } from '#shared/connectors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { accountsOf, answer, compiled } from '#test/support/connector-shapes.ts';
import { property } from '#test/support/property.ts';

const text = (fieldName: string, ...flags: readonly string[]) => ({ fieldName, type: 'STRING', flags });
const schema = [text('mail'), text('city'), text('tags', 'MULTIVALUED'), text('role', 'NOT_UPDATEABLE')];
const one = { idPath: 'id', namePath: 'login', responseMapping: { mail: 'mail' } };
const noPage: PageVariables = { strategy: null, pageSize: null, offset: null, cookie: null };

const get = (more: Readonly<Record<string, unknown>>, attrToGetKey?: string) =>
  compiled(
    accountsOf({
      schema,
      attrToGetKey,
      operations: { GET: { path: '/u/{uid}', method: 'get', ...one, ...more } },
    }),
  );
const create = (more: Readonly<Record<string, unknown>>) =>
  compiled(
    accountsOf({ schema, operations: { CREATE: { path: '/u', method: 'post', idPath: 'id', ...more } } }),
  );
const update = (more: Readonly<Record<string, unknown>>) =>
  compiled(
    accountsOf({
      schema,
      operations: { UPDATE: { path: '/u/{uid}', method: 'put', idPath: 'id', ...more } },
    }),
  );

describe('the uid', () => {
  test.each([
    ['a b', 'a%20b'],
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['ä%2F', '%C3%A4%252F'],
    ["o'neil(1)!*", 'o%27neil%281%29%21%2A'],
    ['...', '...'],
  ])('%s is percent-encoded in the path and the query', (uid, encoded) => {
    const request = get({ path: '/u/{uid}/x?own={uid}', queryParams: { also: 'u-{uid}' } }).getRequest(
      uid,
      'default',
    );
    expect(request).toMatchObject({ path: `/u/${encoded}/x`, query: `own=${encoded}&also=u-${encoded}` });
  });

  test('stands as it is in header fields and bodies, where it stays a text', () => {
    const more = {
      method: 'POST',
      headers: { 'X-Id': 'id {uid}' },
      requestBody: { ids: ['{uid}'], say: '<{uid}>' },
    };
    expect(get(more).getRequest('7/ä', 'default')).toMatchObject({
      method: 'POST',
      headers: [['X-Id', 'id 7/ä']],
      body: { ids: ['7/ä'], say: '<7/ä>' },
    });
    expect(get(more).getRequest('7', 'default').body).toEqual({ ids: ['7'], say: '<7>' });
  });

  test.each(['', '.', '..'])('“%s” would make another path: there is no such object', (uid) => {
    expect(() => get({}).getRequest(uid, 'default')).toThrow(
      expect.objectContaining({ code: 'connector.not-found' }),
    );
    expect(get({ path: '/lookup', requestBody: ['{uid}'] }).getRequest(uid, 'default').body).toEqual([uid]);
  });
});

describe('a path', () => {
  test.each([
    ['/a b/ä', '/a%20b/%C3%A4', ''],
    ['/a%20b/100%', '/a%20b/100%25', ''],
    ['/u?x=a b&y[]=1#part', '/u', 'x=a%20b&y%5B%5D=1'],
    ['https://[::1]:8443/a b', 'https://[::1]:8443/a%20b', ''],
  ])('%s is sent as %s and %s', (configured, path, query) => {
    expect(get({ path: configured }).getRequest('1', 'default')).toMatchObject({ path, query });
  });

  test('has no place for a variable that is not set, but in its query, where the pair is left out', () => {
    const list = (configured: string) =>
      compiled(accountsOf({ schema, operations: { QUERY: { path: configured, method: 'GET', ...one } } }));
    const sent = (configured: string, pageSize: number | null) =>
      list(configured).queryRequest({ page: { ...noPage, pageSize }, filter: null, wanted: 'default' });
    const configured = '/users?active=true&limit={_pageSize}&&sort=a b';
    expect(sent(configured, null)).toMatchObject({ path: '/users', query: 'active=true&sort=a%20b' });
    expect(sent(configured, 5).query).toBe('active=true&limit=5&sort=a%20b');
    expect(sent('/users/by/{_pageSize}', 5).path).toBe('/users/by/5');
    expect(() => sent('/users/by/{_pageSize}', null)).toThrow(
      expect.objectContaining({
        code: 'connector.configuration',
        message: expect.stringContaining('{_pageSize}'),
      }),
    );
  });

  test('pairs of queryParams are encoded as they are', () => {
    const queryParams = { 'filter[x]': 'a&b=c d', $top: '5' };
    expect(get({ queryParams }).getRequest('1', 'default').query).toBe(
      'filter%5Bx%5D=a%26b%3Dc%20d&%24top=5',
    );
  });
});

describe('wanted attributes', () => {
  const mapping = { mail: 'contact.mail', tags: 'tags[*].name', city: "['a,b'].city" };
  test('are named by the names of the remote, with what uid and name stand in', () => {
    const accounts = get({ idPath: 'meta.id', responseMapping: mapping }, 'only[]');
    expect(accounts.getRequest('1', new Set(['mail', 'tags', 'city'])).query).toBe(
      'only%5B%5D=meta,login,contact.mail,a%2Cb.city,tags.name',
    );
    expect(accounts.getRequest('1', 'default').query).toBe('');
  });
});

describe('a body', () => {
  test('begins with what the mapping asks for', () => {
    expect(create({ requestMapping: { mail: '[0].mail' } }).createRequest({ mail: 'a' }).body).toEqual([
      { mail: 'a' },
    ]);
    expect(create({ requestMapping: { mail: 'mail' } }).createRequest({}).body).toEqual({});
    expect(create({ requestMapping: {} }).createRequest({ mail: 'a' }).body).toBeUndefined();
    expect(create({ requestMapping: {}, requestBody: { a: 1 } }).createRequest({}).body).toEqual({ a: 1 });
  });

  test('takes nested mappings, and /* for what may be written', () => {
    const requestMapping = { profile: { '/*': '/*', city: 'home.city' } };
    const attributes = { mail: 'a', city: 'Bern', tags: ['x'], role: 'r' };
    expect(create({ requestMapping }).createRequest(attributes).body).toEqual({
      profile: { mail: 'a', tags: ['x'], role: 'r', home: { city: 'Bern' } },
    });
    expect(update({ requestMapping }).updateRequest('1', attributes)?.body).toEqual({
      profile: { mail: 'a', tags: ['x'], home: { city: 'Bern' } },
    });
  });

  test('has lists of values as objects, and null for what is removed', () => {
    const unflattenAttributes = [{ attributeName: 'tags', attributeValue: 'name' }];
    const accounts = update({ requestMapping: { tags: 'deep.tags' }, unflattenAttributes });
    expect(accounts.updateRequest('1', { tags: ['a', 'b'] })?.body).toEqual({
      deep: { tags: [{ name: 'a' }, { name: 'b' }] },
    });
    expect(accounts.updateRequest('1', { tags: [] })?.body).toEqual({ deep: { tags: [] } });
    expect(accounts.updateRequest('1', { tags: null })?.body).toEqual({ deep: { tags: null } });
  });

  test('is not sent by UPDATE where none of its attributes is there', () => {
    const additionalStep = [{ path: '/u/{uid}/city', method: 'PUT', requestMapping: { city: 'city' } }];
    const accounts = update({
      requestMapping: { mail: 'mail' },
      requestBody: { kind: 'user' },
      additionalStep,
    });
    expect(accounts.updateRequest('1', { city: 'Bern' })).toBeNull();
    expect(accounts.writeSteps('UPDATE', '1', { city: 'Bern' })).toMatchObject([{ body: { city: 'Bern' } }]);
    expect(accounts.updateRequest('1', { mail: null })?.body).toEqual({ kind: 'user', mail: null });
    expect(
      update({ requestMapping: {}, requestBody: { touched: true } }).updateRequest('1', {})?.body,
    ).toEqual({ touched: true });
  });

  test('further requests of DELETE are sent whatever they map', () => {
    const additionalStep = { path: '/u/{uid}/x', method: 'POST', requestMapping: { mail: 'mail' } };
    const operations = { DELETE: { path: '/u/{uid}', method: 'DELETE', additionalStep } };
    const accounts = compiled(accountsOf({ schema, operations }));
    expect(accounts.writeSteps('DELETE', '1', {})).toMatchObject([{ path: '/u/1/x' }]);
  });

  test('is made anew for each request', () => {
    const accounts = create({ requestMapping: { mail: 'users[0].mail' }, requestBody: { users: [{}] } });
    const first = accounts.createRequest({ mail: 'a' });
    expect(accounts.createRequest({}).body).toEqual({ users: [{}] });
    expect(first.body).toEqual({ users: [{ mail: 'a' }] });
  });

  test.each<[string, Record<string, unknown>]>([
    [
      'a list where a name is asked for',
      { requestMapping: { mail: 'users.mail' }, requestBody: { users: [] } },
    ],
    ['a text', { requestMapping: { mail: 'mail' }, requestBody: 'text' }],
    ['one place for two', { requestMapping: { mail: 'x', city: 'x' } }],
    ['one place inside another', { requestMapping: { mail: 'x', city: 'x.y' } }],
  ])('that is %s is noted at the mapping', (_, more) => {
    const operations = { CREATE: { path: '/u', method: 'POST', idPath: 'id', ...more } };
    const { problems } = compileObjectType('x', accountsOf({ schema, operations }));
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['connector.body-unsuited', '/operations/CREATE/requestMapping/mail'],
    ]);
  });

  test('a path with [*] says nothing about where to write', () => {
    const operations = {
      UPDATE: { path: '/u', method: 'PUT', idPath: 'id', requestMapping: { tags: 'tags[*].name' } },
    };
    expect(compileObjectType('x', accountsOf({ schema, operations })).problems).toMatchObject([
      { code: 'connector.path-invalid', pointer: '/operations/UPDATE/requestMapping/tags' },
    ]);
  });
});

describe('further requests', () => {
  const additionalStep = [
    { method: 'put', path: '/u/{uid}/role', requestMapping: { role: 'role' } },
    { method: 'post', path: '/u/{uid}/hello' },
  ];
  test('of a write are sent where they have something to say', () => {
    const accounts = create({ requestMapping: { mail: 'mail' }, additionalStep });
    expect(accounts.writeSteps('CREATE', '1', { mail: 'a' })).toMatchObject([
      { path: '/u/1/hello', purpose: { index: 1, attribute: null }, body: undefined },
    ]);
    expect(accounts.writeSteps('CREATE', '1', { role: 'admin' })).toMatchObject([
      { method: 'PUT', path: '/u/1/role', purpose: { index: 0, attribute: 'role' }, body: { role: 'admin' } },
      { path: '/u/1/hello' },
    ]);
  });

  test('may be one object instead of a list', () => {
    const accounts = create({ requestMapping: {}, additionalStep: additionalStep[1] });
    expect(accounts.writeSteps('CREATE', '1', {})).toHaveLength(1);
  });
});

describe('paging', () => {
  const query = (pagination: unknown, more: Readonly<Record<string, unknown>> = {}) =>
    compiled(
      accountsOf({
        schema,
        operations: { QUERY: { path: '/u', method: 'GET', ...one, ...more, pagination } },
      }),
    );
  const ask = (accounts: ReturnType<typeof query>, page: Partial<PageVariables>) =>
    accounts.queryRequest({ page: { ...noPage, ...page }, filter: null, wanted: 'default' });

  test('drops pairs whose variable is not set, and keeps those without one', () => {
    const accounts = query({
      cookiePagination: { param: 'all&size={_pageSize}&after={_pagedResultsCookie}&x=a b' },
    });
    expect(ask(accounts, { strategy: 'cookiePagination', cookie: 'a&b' }).query).toBe(
      'all&after=a%26b&x=a%20b',
    );
  });

  test('counts from 1 and in pages where it is asked to', () => {
    const accounts = query({
      offSetPagination: {
        param: 'startIndex={_pagedResultsOffSet+1}&page={_pageNumber}&from={_pagedResultsOffSet}',
      },
    });
    const page = { strategy: 'offSetPagination', pageSize: 10, offset: 20 } as const;
    expect(ask(accounts, page).query).toBe('startIndex=21&page=3&from=20');
    expect(ask(accounts, { ...page, pageSize: null }).query).toBe('startIndex=21&from=20');
  });

  test('lays its body over that of the operation, numbers as numbers and cookies as texts', () => {
    const requestBody = {
      page: { size: '{_pageSize}', after: '{_pagedResultsCookie}' },
      note: 'p {_pageSize}',
    };
    const accounts = query(
      { cookiePagination: { requestBody } },
      { method: 'POST', requestBody: { page: { sort: 'id' }, list: [1] } },
    );
    expect(ask(accounts, { strategy: 'cookiePagination', pageSize: 5, cookie: '7' }).body).toEqual({
      page: { sort: 'id', size: 5, after: '7' },
      list: [1],
      note: 'p 5',
    });
    expect(ask(accounts, { strategy: 'cookiePagination', cookie: 'c' }).body).toEqual({
      page: { sort: 'id', after: 'c' },
      list: [1],
    });
  });

  test('uses what its type names, and a path of its own', () => {
    const both = { param: 'size={_pageSize}', requestBody: { size: '{_pageSize}' } };
    const sent = (type: string | undefined) => {
      const { query: sentQuery, body } = ask(query({ pageSizePagination: { type, ...both } }), {
        strategy: 'pageSizePagination',
        pageSize: 3,
      });
      return [sentQuery, body];
    };
    expect(sent('PARAM')).toEqual(['size=3', undefined]);
    expect(sent('body')).toEqual(['', { size: 3 }]);
    expect(sent(undefined)).toEqual(['size=3', { size: 3 }]);
    const accounts = query({ cookiePagination: { path: '/next/{_pagedResultsCookie}' } });
    expect(ask(accounts, { strategy: 'cookiePagination', cookie: 'a/b' }).path).toBe('/next/a%2Fb');
  });
});

const key = fc.constantFrom('a', 'b', "['c.d']", 'toString');
const placeOf = (prefix: string) =>
  fc
    .array(
      fc.oneof(
        key,
        fc.nat(2).map((index) => `[${index}]`),
      ),
      { maxLength: 3 },
    )
    .map((steps) =>
      steps.reduce((path, step) => (step.startsWith('[') ? path + step : `${path}.${step}`), prefix),
    );
const places = fc.record({ mail: placeOf('m'), city: placeOf('c'), tags: placeOf('t') });
const attributesOf = fc.record(
  { mail: fc.string(), city: fc.string(), tags: fc.array(fc.string(), { minLength: 1 }) },
  { requiredKeys: [] },
);

property([places, attributesOf, fc.boolean()])(
  'what is written by a mapping is read by the same one',
  (mapping, attributes, isUnflattened) => {
    const accounts = compiled(
      accountsOf({
        schema,
        operations: {
          GET: {
            path: '/u',
            method: 'GET',
            idPath: 'id',
            namePath: 'id',
            responseMapping: { ...mapping, tags: isUnflattened ? `${mapping.tags}[*].name` : mapping.tags },
          },
          CREATE: {
            path: '/u',
            method: 'POST',
            idPath: 'id',
            requestBody: { id: 1 },
            requestMapping: mapping,
            unflattenAttributes: isUnflattened ? [{ attributeName: 'tags', attributeValue: 'name' }] : [],
          },
        },
      }),
    );
    const { body } = accounts.createRequest(attributes);
    const sent = JSON.parse(JSON.stringify(body)) as JsonValue;
    expect(accounts.readObject(answer(sent), 'default')?.attributes).toEqual(attributes);
  },
);
