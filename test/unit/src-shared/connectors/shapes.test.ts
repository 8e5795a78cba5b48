import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageVariables, QueryAsk } from '#shared/connectors/index.ts';
import { choosePage, compileObjectType, lintObjectType, previewRead } from '#shared/connectors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import {
  accountsOf,
  answer,
  compiled,
  readShape,
  type ShapeName,
  shapeNames,
} from '#test/support/connector-shapes.ts';

const shape = (name: ShapeName) => compiled(readShape(name));
const pageOf = (name: ShapeName, ask: Partial<PageVariables>): PageVariables =>
  choosePage(readShape(name).operations?.QUERY?.pagination, {
    pageSize: null,
    offset: null,
    cookie: null,
    ...ask,
  });
const ask = (page: PageVariables, rest: Partial<QueryAsk> = {}): QueryAsk => ({
  page,
  filter: null,
  wanted: 'default',
  ...rest,
});

test.each(shapeNames)('%s compiles without problems', (name) => {
  expect(shape(name).has('QUERY')).toBe(true);
});

describe('a remote with bulk bodies', () => {
  const type = shape('bulk-bodies');

  test('is asked for one object by a body with its uid', () => {
    expect(type.getRequest('7', 'default')).toEqual({
      purpose: { kind: 'main', operation: 'GET' },
      method: 'POST',
      path: '/users/lookup',
      query: '',
      headers: [],
      body: { ids: ['7'] },
    });
    const employee = { id: 7, login: 'ann', mail: null, phones: [{ number: '1' }, {}, { number: '2' }] };
    expect(type.readObject(answer({ items: [{ employee }] }), 'default')).toEqual({
      uid: '7',
      name: 'ann',
      attributes: { userName: 'ann', mail: null, phones: ['1', '2'] },
    });
    expect(type.readObject(answer({ items: [] }), 'default')).toBeNull();
  });

  test('is asked for pages by numbers in the body, laid over that of the operation', () => {
    const size = pageOf('bulk-bodies', { pageSize: 2 });
    expect(type.queryRequest(ask(size))).toMatchObject({
      path: '/users/search',
      body: { sort: ['id'], limit: 2 },
    });
    const offset = pageOf('bulk-bodies', { pageSize: 2, offset: 4 });
    expect(type.queryRequest(ask(offset)).body).toEqual({ sort: ['id'], limit: 2, offset: 4 });
    const cookie = pageOf('bulk-bodies', { pageSize: 2, cookie: '5' });
    expect(type.queryRequest(ask(cookie))).toMatchObject({
      path: '/users/search/next',
      body: { sort: ['id'], cursor: '5' },
    });
  });

  test('answers a list under a key, with paths from one element', () => {
    const items = [
      { employee: { id: 1, login: 'ann', hired: '2026-01-02T03:04:05Z' } },
      { employee: { id: 2 } },
    ];
    expect(type.readPage(answer({ items, page: { next: 'c2' } }), 'default')).toEqual({
      objects: [
        { uid: '1', name: 'ann', attributes: { userName: 'ann', hired: '2026-01-02T03:04:05Z' } },
        { uid: '2', name: null, attributes: {} },
      ],
      cookie: 'c2',
      total: null,
      isStopped: false,
    });
    expect(type.readPage(answer({ items: [], page: { next: null } }), 'default')).toMatchObject({
      objects: [],
      cookie: null,
    });
  });

  test('is sent values inside the body of the operation, lists of them as objects', () => {
    const attributes = { userName: 'ann', phones: ['1', '2'] };
    expect(type.createRequest(attributes).body).toEqual({
      users: [{ source: 'idm', login: 'ann', phones: [{ number: '1' }, { number: '2' }] }],
    });
    expect(type.createdUid(answer({ results: [{ id: 9 }] }, 201))).toBe('9');
    expect(type.writeSteps('CREATE', '9/ä', attributes)).toMatchObject([
      {
        purpose: { kind: 'step', operation: 'CREATE', index: 0, attribute: null },
        path: '/users/9%2F%C3%A4/welcome',
        body: { template: 'default' },
      },
    ]);
    expect(type.updateRequest('9', { mail: null })?.body).toEqual({ users: [{ id: '9', mail: null }] });
    expect(type.updatedUid('9', answer(undefined, 204))).toBe('9');
    // Each request has a body of its own.
    expect(type.createRequest({}).body).toEqual({ users: [{ source: 'idm' }] });
  });

  test('is sent a body with DELETE', () => {
    expect(type.deleteRequest('9')).toMatchObject({ method: 'DELETE', body: { user_ids: ['9'] } });
  });

  test('says in a success that it failed', () => {
    expect(type.classify(answer({ results: [{ status: 'not_found' }] }))).toMatchObject({
      type: 'NOT_FOUND',
      rule: { index: 0, message: 'not_found' },
    });
    expect(type.classify(answer({ results: [{ status: 'exists' }] }, 207))?.type).toBe('ALREADY_EXIST');
    expect(type.classify(answer({ results: [{ status: 'ok' }] }, 207))).toBeNull();
  });
});

describe('a remote with pages in a Link field', () => {
  const type = shape('link-header-pages');

  test('takes the number of the next page, not that of its size', () => {
    const link =
      '<https://api.example.com/orgs/acme/members?per_page=2&page=1>; rel="prev", ' +
      '<https://api.example.com/orgs/acme/members?per_page=2&page=3>; rel="next"';
    expect(type.readPage(answer([{ login: 'ann' }], 200, [['Link', link]]), 'default').cookie).toBe('3');
    const last = '<https://api.example.com/orgs/acme/members?per_page=2&page=1>; rel="first"';
    expect(type.readPage(answer([], 200, [['link', last]]), 'default').cookie).toBeNull();
    const page = pageOf('link-header-pages', { pageSize: 2, cookie: '3' });
    expect(type.queryRequest(ask(page)).query).toBe('per_page=2&page=3');
    const withoutSize = pageOf('link-header-pages', { cookie: '3' });
    expect(type.queryRequest(ask(withoutSize)).query).toBe('page=3');
  });

  test('sends further requests only for what is wanted', () => {
    expect(type.readSteps('GET', 'ann', 'default').map(({ path }) => path)).toEqual([
      '/orgs/acme/memberships/ann',
    ]);
    expect(type.readSteps('GET', 'ann', new Set(['name'])).map(({ purpose }) => purpose)).toEqual([
      { kind: 'step', operation: 'GET', index: 0, attribute: 'name' },
    ]);
    expect(type.readStep('GET', 1, answer({ role: 'admin' }))).toBe('admin');
    expect(type.readStep('GET', 1, answer({}))).toBeUndefined();
  });

  test('answers no uid to what was created', () => {
    expect(type.createdUid(answer({ id: 1 }, 201))).toBeNull();
  });
});

describe('a remote with nested profiles', () => {
  const type = shape('nested-profiles');
  const user = {
    id: 'u1',
    status: 'ACTIVE',
    profile: { login: 'ann', email: 'a@x', firstName: 'Ann', internal: 'x', status: 'no' },
  };

  test('GET takes every member of the profile that the schema knows, and QUERY names them', () => {
    const attributes = { login: 'ann', email: 'a@x', firstName: 'Ann', status: 'ACTIVE' };
    const object = { uid: 'u1', name: 'ann', attributes };
    expect(type.readObject(answer(user), 'default')).toEqual(object);
    expect(type.readPage(answer([user]), 'default').objects).toEqual([object]);
    expect(type.readObject(answer(user), new Set(['email']))?.attributes).toEqual({ email: 'a@x' });
  });

  test('joins Link fields that come repeatedly', () => {
    const page = type.readPage(
      answer([user], 200, [
        ['link', '<https://acme.example.com/api/v1/users?limit=2>; rel="self"'],
        ['link', '<https://acme.example.com/api/v1/users?after=a%3D%3D&limit=2>; rel="next"'],
      ]),
      'default',
    );
    expect(page.cookie).toBe('a==');
    const next = pageOf('nested-profiles', { pageSize: 2, cookie: page.cookie });
    expect(type.queryRequest(ask(next)).query).toBe('limit=2&after=a%3D%3D');
  });

  test('deletes in two steps', () => {
    expect([type.deleteRequest('u1'), ...type.writeSteps('DELETE', 'u1', {})]).toMatchObject([
      { method: 'DELETE', path: '/users/u1', body: undefined },
      { method: 'DELETE', path: '/users/u1', purpose: { kind: 'step', operation: 'DELETE' } },
    ]);
  });

  test('reads the lists of further requests', () => {
    expect(type.readSteps('QUERY', 'u1', 'default')).toEqual([]);
    expect(type.readSteps('QUERY', 'u1', new Set(['groupIds']))).toHaveLength(1);
    expect(type.readStep('QUERY', 0, answer([{ id: 'g1' }, { id: 'g2' }]))).toEqual(['g1', 'g2']);
  });

  test('is told a filter by the names of the remote', () => {
    const plan = type.planFilter({
      kind: 'and',
      parts: [
        { kind: 'compare', operator: 'sw', field: 'login', value: 'a"b' },
        { kind: 'compare', operator: 'co', field: 'email', value: 'x' },
      ],
    });
    expect(plan).toMatchObject({
      remote: 'profile.login sw "a\\"b"',
      local: { kind: 'compare', operator: 'co', field: 'email', value: 'x' },
      needs: ['email'],
      notes: ['filtered locally: email co "x"'],
    });
    expect(type.queryRequest(ask(pageOf('nested-profiles', {}), { filter: plan.remote })).query).toBe(
      'search=profile.login%20sw%20%22a%5C%22b%22',
    );
  });

  test('tells two failures of one status apart', () => {
    const duplicate = {
      errorSummary: 'Api validation failed',
      errorCauses: [{ errorSummary: 'login: already exists' }],
    };
    expect(type.classify(answer(duplicate, 400))).toMatchObject({
      type: 'ALREADY_EXIST',
      rule: { index: 0 },
    });
    expect(type.classify(answer({ errorSummary: 'Bad' }, 400))).toMatchObject({
      type: 'BAD_REQUEST',
      message: 'Bad',
    });
  });
});

describe('a remote with cursors in the body', () => {
  const type = shape('body-cursors');

  test('takes every member under a key, of one object and of a list', () => {
    const user = { id: 5, name: 'Ann', email: 'a@x', tags: ['t'], active: true, url: 'x' };
    const object = {
      uid: '5',
      name: 'a@x',
      attributes: { name: 'Ann', email: 'a@x', tags: ['t'], active: true },
    };
    expect(type.readObject(answer({ user }), 'default')).toEqual(object);
    const meta = { after_cursor: 'c', has_more: false };
    expect(type.readPage(answer({ users: [user], meta }), 'default')).toEqual({
      objects: [object],
      cookie: 'c',
      total: null,
      isStopped: false,
    });
  });

  test('is sent names with brackets, percent-encoded', () => {
    const page = pageOf('body-cursors', { pageSize: 2, cookie: 'a/b=' });
    expect(type.queryRequest(ask(page)).query).toBe('page%5Bsize%5D=2&page%5Bafter%5D=a%2Fb%3D');
  });

  test('keeps what the body of the operation holds', () => {
    expect(type.createRequest({ name: 'Ann', tags: ['a'] }).body).toEqual({
      user: { skip_verify_email: true, name: 'Ann', tags: ['a'] },
    });
  });

  test('joins parts of a filter by a space', () => {
    const plan = type.planFilter({
      kind: 'and',
      parts: [
        { kind: 'compare', operator: 'eq', field: 'email', value: 'a@x' },
        { kind: 'compare', operator: 'eq', field: 'role', value: 'admin' },
      ],
    });
    expect(plan).toMatchObject({ remote: 'email:"a@x" role:"admin"', local: null });
  });
});

/** The same with another text at one place; the texts that stand anywhere are counted. */
function withText(value: JsonValue, place: number, text: string): JsonValue {
  let at = 0;
  const change = (each: JsonValue): JsonValue => {
    if (typeof each === 'string') return at++ === place ? text : each;
    if (Array.isArray(each)) return each.map(change);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [name, change(member)]));
  };
  return change(value);
}

test.each(shapeNames)('no text at any place of %s makes compiling, linting or a preview fail', (name) => {
  const config = readShape(name);
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom('[', 'a..b', '{uid}', '/*', '(', '__proto__', '[*]', '\\'),
  );
  const json: JsonValue = { items: [{ employee: { id: 1 } }], user: { id: 1 }, users: [{ id: 1 }] };
  fc.assert(
    fc.property(fc.nat(120), texts, (place, text) => {
      const { filters, attrToGetKey } = config;
      const operations = withText((config.operations ?? {}) as JsonValue, place, text) as Record<
        string,
        unknown
      >;
      // Methods and places of paging are words that the schema checks.
      const parsed = (() => {
        try {
          return accountsOf({ ...config, filters, attrToGetKey, operations });
        } catch {
          return null;
        }
      })();
      if (parsed === null) return;
      compileObjectType('x', parsed);
      lintObjectType(parsed);
      previewRead('x', parsed, 'GET', json);
      previewRead('x', parsed, 'QUERY', json);
    }),
  );
});
