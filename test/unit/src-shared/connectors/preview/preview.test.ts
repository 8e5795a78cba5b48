import { describe, expect, test } from 'vitest';
import {
  compileObjectType,
  type JsonObject,
  pathTo,
  previewException,
  previewFilter,
  previewRead,
  previewWrite,
} from '#shared/connectors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { accountsOf, readShape } from '#test/support/connector-shapes.ts';
import { cpuMillis } from '#test/support/cpu.ts';

const employee = (id: number, more: Readonly<Record<string, JsonValue>> = {}) => ({
  employee: { id, login: `u${id}`, phones: [{ number: '1', kind: 'home' }], ...more },
});
const sample: JsonValue = {
  items: [
    employee(1, { mail: 'a@x', hired: '2026-01-02T03:04:05Z', desk: 4 }),
    employee(2, { hired: 'soon', manager: null }),
    employee(3, { tags: ['x'], desk: 4.5, manager: { id: 1 } }),
  ],
  page: { next: 'c' },
};

describe('reading a sample', () => {
  const bulk = previewRead('__ACCOUNT__', readShape('bulk-bodies'), 'QUERY', sample);

  test('shows what every path finds, and in how many records', () => {
    const at = '/operations/QUERY/responseMapping/items';
    expect(bulk).toMatchObject({ records: 3, listRoot: 'items' });
    expect(bulk.rows).toEqual([
      {
        attribute: '__UID__',
        path: 'employee.id',
        pointer: '/operations/QUERY/idPath',
        matched: 3,
        of: 3,
        values: ['1', '2', '3'],
        problem: null,
      },
      expect.objectContaining({ attribute: '__NAME__', pointer: '/operations/QUERY/namePath', matched: 3 }),
      expect.objectContaining({
        attribute: 'userName',
        pointer: `${at}/userName`,
        values: ['u1', 'u2', 'u3'],
      }),
      expect.objectContaining({
        attribute: 'mail',
        matched: 1,
        of: 3,
        values: ['a@x', null, null],
        problem: null,
      }),
      expect.objectContaining({ attribute: 'phones', values: [['1'], ['1'], ['1']] }),
      expect.objectContaining({ attribute: 'hired', matched: 2, problem: expect.stringContaining('"soon"') }),
    ]);
  });

  test('shows what is left over, with a type that would fit', () => {
    expect(bulk.unmapped).toEqual([
      {
        path: 'employee.phones[*].kind',
        sample: 'home',
        count: 3,
        suggestedType: 'STRING',
        isMultivalued: true,
      },
      { path: 'employee.desk', sample: 4, count: 2, suggestedType: 'DECIMAL', isMultivalued: false },
      { path: 'employee.manager', sample: null, count: 1, suggestedType: 'STRING', isMultivalued: false },
      { path: 'employee.tags[*]', sample: 'x', count: 1, suggestedType: 'STRING', isMultivalued: true },
      { path: 'employee.manager.id', sample: 1, count: 1, suggestedType: 'INTEGER', isMultivalued: false },
    ]);
  });

  test('shows the objects, but for those that cannot be converted', () => {
    expect(bulk.objects.map(({ uid }) => uid)).toEqual(['1', '3']);
  });

  test('shows what /* takes, by the place of the identity mapping', () => {
    const user = { id: 5, name: 'Ann', email: 'a@x', url: 'x' };
    const read = previewRead('__ACCOUNT__', readShape('body-cursors'), 'GET', { user });
    expect(read).toMatchObject({ records: 1, listRoot: null });
    expect(
      read.rows.filter(({ matched }) => matched > 0).map(({ attribute, path }) => [attribute, path]),
    ).toEqual([
      ['__UID__', 'user.id'],
      ['__NAME__', 'user.email'],
      ['name', 'user.name'],
      ['email', 'user.email'],
    ]);
    expect(read.rows.at(-1)?.pointer).toBe('/operations/GET/responseMapping/user/~1*');
    expect(read.unmapped.map(({ path }) => path)).toEqual(['user.url']);
  });

  test('a list at the root, and one object without a list', () => {
    const shape = readShape('nested-profiles');
    expect(previewRead('a', shape, 'QUERY', [{ id: '1' }])).toMatchObject({ records: 1, listRoot: '' });
    expect(previewRead('a', shape, 'QUERY', { id: '1' })).toMatchObject({ records: 1, listRoot: null });
    expect(previewRead('a', shape, 'QUERY', null)).toMatchObject({ records: 0, listRoot: null });
  });

  test('what is wrong in the configuration is said in its row', () => {
    const config = accountsOf({
      schema: [{ fieldName: 'mail', type: 'STRING' }],
      operations: {
        GET: {
          path: '/u',
          method: 'GET',
          idPath: 'a[',
          namePath: 'n',
          responseMapping: { mail: 'm..', phone: 'tel', __UID__: 'x' },
        },
      },
    });
    const { rows } = previewRead('x', config, 'GET', { tel: '1' });
    expect(rows.map(({ attribute, matched, problem }) => [attribute, matched, problem])).toEqual([
      ['__UID__', 0, expect.stringContaining('Brackets')],
      ['__NAME__', 0, null],
      ['mail', 0, 'Expected a name here.'],
      ['phone', 1, 'The schema has no attribute phone.'],
    ]);
    expect(previewRead('x', config, 'QUERY', {}).rows).toEqual([]);
  });

  test('a costly expression is told in its row, and takes bounded time over all records', () => {
    const QUERY = { path: '/u', method: 'GET', idPath: 'id', namePath: 'name' };
    const config = accountsOf({ operations: { QUERY: { ...QUERY, idRegularExpression: '(?:a?){900}' } } });
    const records = Array.from({ length: 1_000 }, () => ({ id: 'a'.repeat(1_000), name: 'ann' }));
    const began = cpuMillis();
    const { rows } = previewRead('x', config, 'QUERY', records);
    expect(rows[0]).toMatchObject({ of: 1_000, problem: expect.stringMatching(/takes too long/) });
    expect(rows[1]).toMatchObject({ matched: 1_000, problem: null });
    expect(cpuMillis() - began).toBeLessThan(10_000);
  });

  test('a sample of 2,000 records is read with little work', () => {
    const many = { items: Array.from({ length: 2_000 }, (_, id) => employee(id, { desk: id })) };
    const config = readShape('bulk-bodies');
    previewRead('x', config, 'QUERY', many);
    const began = cpuMillis();
    expect(previewRead('x', config, 'QUERY', many).records).toBe(2_000);
    expect(cpuMillis() - began).toBeLessThan(1_500);
  });
});

describe('writing', () => {
  test('shows the requests in their order', () => {
    const { requests, problems } = previewWrite('a', readShape('bulk-bodies'), {
      operation: 'CREATE',
      attributes: { userName: 'ann' },
      uid: '{uid}',
      present: null,
    });
    expect(problems).toEqual([]);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /users/bulk',
      'POST /users/%7Buid%7D/welcome',
    ]);
  });

  test('says which attributes do not go', () => {
    const { requests, problems } = previewWrite('a', readShape('bulk-bodies'), {
      operation: 'CREATE',
      attributes: { mail: {}, phone: '1' },
      uid: '7',
      present: null,
    });
    expect(requests[0]?.body).toEqual({ users: [{ source: 'idm' }] });
    expect(problems.map(({ code }) => code)).toEqual([
      'connector.value-not-text',
      'connector.invalid-attribute',
      'connector.invalid-attribute',
    ]);
  });

  test('fails at nothing', () => {
    const update = (attributes: JsonObject, uid = '7') =>
      ({ operation: 'UPDATE', attributes, uid, present: null }) as const;
    const nothing = { requests: [], lost: [], problems: [] };
    expect(previewWrite('a', accountsOf({}), update({}))).toEqual(nothing);
    const profiles = readShape('nested-profiles');
    expect(previewWrite('a', profiles, update({ login: 'ann' }, '..')).problems).toMatchObject([
      { code: 'connector.not-found' },
    ]);
    expect(previewWrite('a', profiles, update({}))).toEqual(nothing);
  });

  describe('a PUT', () => {
    const present = { id: '7', mail: 'a@example.com', theme: 'dark', address: { city: 'Bath', zip: '1' } };
    const mapping = { mail: 'mail', city: 'address.city' };
    const put = (sendAll: unknown, read = mapping) =>
      accountsOf({
        schema: Object.keys(mapping).map((fieldName) => ({ fieldName, type: 'STRING', flags: [] })),
        operations: {
          GET: { path: '/u/{uid}', method: 'GET', idPath: 'id', namePath: 'mail', responseMapping: read },
          UPDATE: { path: '/u/{uid}', method: 'PUT', idPath: 'id', requestMapping: mapping, sendAll },
        },
      });
    const trial = {
      operation: 'UPDATE',
      attributes: { mail: 'new@example.com' },
      uid: '7',
      present,
    } as const;

    test('shows what would be lost, and with sendAll the whole object', () => {
      expect(previewWrite('a', put(null), trial).lost).toEqual(['theme', 'address.city', 'address.zip']);
      const { lost, requests } = previewWrite('a', put(true), trial);
      expect(lost).toEqual([]);
      expect(requests.map(({ body }) => body)).toEqual([{ ...present, mail: 'new@example.com' }]);
      expect(present.mail).toBe('a@example.com');
    });

    test('shows placeholders as far as the sample says what they stand for', () => {
      const GET = {
        path: '/u/{uid}',
        method: 'GET',
        idPath: 'id',
        namePath: 'mail',
        responseMapping: mapping,
      };
      const UPDATE = {
        path: '/u/{uid}',
        method: 'PUT',
        idPath: 'id',
        headers: { 'If-Match': '{etag}', 'X-City': '{city}' },
        requestMapping: { mail: 'mail' },
      };
      const schema = Object.keys(mapping).map((fieldName) => ({ fieldName, type: 'STRING' }));
      for (const sendAll of [false, true]) {
        const config = accountsOf({ schema, operations: { GET, UPDATE: { ...UPDATE, sendAll } } });
        const shown = previewWrite('a', config, trial);
        expect(shown.problems).toEqual([]);
        expect(shown.requests[0]?.headers).toEqual([
          ['If-Match', '{etag}'],
          ['X-City', 'Bath'],
        ]);
        expect(previewWrite('a', config, { ...trial, present: null }).requests[0]?.headers).toEqual([
          ['If-Match', '{etag}'],
          ['X-City', '{city}'],
        ]);
      }
    });

    test('keeps what further members the elements of a list have', () => {
      const emails = [
        { value: 'a@x', type: 'work' },
        { value: 'b@x', type: 'home' },
      ];
      const UPDATE = {
        path: '/u/{uid}',
        method: 'PUT',
        idPath: 'id',
        requestMapping: { emails: 'emails' },
        unflattenAttributes: [{ attributeName: 'emails', attributeValue: 'value' }],
        sendAll: true,
      };
      const GET = {
        path: '/u/{uid}',
        method: 'GET',
        idPath: 'id',
        namePath: 'id',
        responseMapping: { emails: 'emails[*].value' },
      };
      const schema = [{ fieldName: 'emails', type: 'STRING', flags: ['MULTIVALUED'] }];
      const { requests, problems } = previewWrite('a', accountsOf({ schema, operations: { GET, UPDATE } }), {
        operation: 'UPDATE',
        attributes: { emails: ['b@x', 'c@x'] },
        uid: '7',
        present: { id: '7', emails },
      });
      expect(problems).toEqual([]);
      expect(requests[0]?.body).toEqual({ id: '7', emails: [emails[1], { value: 'c@x' }] });
    });

    test('is no way to write an object whole that is read in another shape, or not at all', () => {
      const shapeOf = (sendAll: unknown, read: Record<string, string>) =>
        compileObjectType('a', put(sendAll, read as typeof mapping)).problems.map(
          ({ code, pointer, fix }) => ({
            code,
            pointer,
            fix,
          }),
        );
      const below = { mail: 'user.mail', city: 'user.address.city' };
      expect(shapeOf(true, below)).toEqual([
        {
          code: 'connector.whole-object',
          pointer: '/operations/UPDATE/sendAll',
          fix: 'Name the part of the response that is the object: "sendAll": { "from": "user" }.',
        },
      ]);
      expect(shapeOf({ from: 'user' }, below)).toEqual([]);
      expect(shapeOf({ from: 'user' }, mapping)).toMatchObject([
        { fix: 'Set sendAll to true: the whole response is the object.' },
      ]);
      expect(shapeOf(true, { mail: 'contacts[0]', city: 'town' })).toMatchObject([
        { fix: 'Set sendAll to false. This object cannot be written back in full.' },
      ]);
      const { UPDATE } = put(true).operations ?? {};
      expect(compileObjectType('a', accountsOf({ operations: { UPDATE } })).problems).toMatchObject([
        { code: 'connector.whole-object', severity: 'error' },
      ]);
    });
  });
});

describe('a filter', () => {
  const preview = (text: string) => previewFilter('a', readShape('nested-profiles'), text);
  test('shows its request', () => {
    expect(preview('login eq "ann"')).toMatchObject({
      plan: { remote: 'profile.login eq "ann"' },
      request: { path: '/users', query: 'search=profile.login%20eq%20%22ann%22' },
      problem: null,
    });
    expect(preview('_id eq "7"').request?.path).toBe('/users/7');
    expect(preview('false')).toMatchObject({ plan: { isNothing: true }, request: null });
  });
  test('says what is wrong with it', () => {
    expect(preview('login eq')).toMatchObject({ plan: null, problem: { offset: 8 } });
    expect(preview('phone eq 1').problem).toEqual({
      message: 'The object type has no attribute phone.',
      offset: null,
    });
  });
});

test('an answer shows the rule that takes it for a failure', () => {
  const config = readShape('nested-profiles');
  const text = JSON.stringify({ errorCode: 'E0000007' });
  expect(previewException(config, { status: 404, headers: [], text })).toMatchObject({
    failure: { type: 'NOT_FOUND' },
    pointer: '/exceptions/NOT_FOUND/0',
  });
  expect(previewException(config, { status: 404, headers: [], text: '<html>' })).toMatchObject({
    failure: { type: 'NOT_FOUND' },
    pointer: null,
  });
  expect(previewException(config, { status: 200, headers: [], text: '' })).toBeNull();
});

describe('a click on a value of a sample', () => {
  const json: JsonValue = {
    data: { items: [{ a: { 'b.c': 1 }, tags: ['x'], teams: [{ ids: [1] }] }] },
    total: 1,
  };
  test.each([
    ['/data/items/0/a/b.c', 'data.items', "a['b.c']"],
    ['/data/items/0/tags/0', 'data.items', 'tags[*]'],
    ['/data/items/0/teams/0/ids/0', 'data.items', 'teams[*].ids[*]'],
    ['/data/items/0', 'data.items', null],
    ['/total', 'data.items', null],
    ['/total', null, 'total'],
    ['/data/items/0/tags', null, 'data.items[*].tags'],
    ['/nothing', null, null],
    ['no pointer', null, null],
  ])('%s with the list at %s is the path %s', (pointer, listRoot, path) => {
    expect(pathTo(json, pointer, listRoot)).toBe(path);
  });

  test('in a list that is the answer', () => {
    expect(pathTo([{ id: 1 }], '/0/id', '')).toBe('id');
  });
});

test('a filter by templates is shown as it is sent, in the query or in the body', () => {
  const config = (filters: unknown) =>
    accountsOf({
      schema: [{ fieldName: 'mail', type: 'STRING' }],
      filters,
      operations: {
        QUERY: {
          path: '/u',
          method: 'POST',
          idPath: 'id',
          namePath: 'id',
          requestBody: { sort: 'id' },
          responseMapping: { items: { mail: 'contact.mail' } },
        },
      },
    });
  const inQuery = config({ operators: {}, templates: { equals: 'filter[{name}]={value}' } });
  expect(previewFilter('a', inQuery, 'mail eq "a b"').request).toMatchObject({
    query: 'filter%5Bcontact.mail%5D=a%20b',
    body: { sort: 'id' },
  });
  const inBody = config({
    operators: {},
    body: { path: 'where', templates: { equals: { '{name}': '{value}' } } },
  });
  expect(previewFilter('a', inBody, 'mail eq "a b"')).toMatchObject({
    plan: { remote: '{"contact.mail":"a b"}', local: null },
    request: { query: '', body: { sort: 'id', where: { 'contact.mail': 'a b' } } },
  });
});
