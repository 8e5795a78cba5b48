import { describe, expect, test } from 'vitest';
import { compileObjectType } from '#shared/connectors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { accountsOf, answer, compiled } from '#test/support/connector-shapes.ts';
import { cpuMillis } from '#test/support/cpu.ts';

const text = (fieldName: string, ...flags: readonly string[]) => ({ fieldName, type: 'string', flags });
const schema = [
  text('mail'),
  text('city'),
  text('tags', 'MULTIVALUED'),
  text('secret', 'NOT_READABLE'),
  text('bio', 'NOT_RETURNED_BY_DEFAULT'),
  { fieldName: 'age', type: 'INTEGER' },
  { fieldName: 'address', type: 'COMPLEX' },
];

function get(responseMapping: unknown, json: JsonValue) {
  const operations = {
    GET: { path: '/u/{uid}', method: 'get', idPath: 'id', namePath: 'login', responseMapping },
  };
  return compiled(accountsOf({ schema, operations })).readObject(answer(json), 'default');
}

function list(responseMapping: unknown, json: JsonValue, more: Readonly<Record<string, unknown>> = {}) {
  const operations = {
    QUERY: { path: '/u', method: 'GET', idPath: 'id', namePath: 'login', responseMapping, ...more },
  };
  const { objects } = compiled(accountsOf({ schema, operations })).readPage(answer(json), 'default');
  return objects.map(({ uid, attributes }) => ({ uid, ...attributes }));
}

describe('one object', () => {
  test('what a path does not lead to is absent, and null is null', () => {
    expect(get({ mail: 'contact.mail', city: 'contact.city' }, { id: 1, contact: { city: null } })).toEqual({
      uid: '1',
      name: null,
      attributes: { city: null },
    });
  });

  test('keys of objects are part of the path, whatever their depth', () => {
    const mapping = { contact: { mail: 'mail', 'home.address': { city: 'city' } }, address: 'contact.home' };
    const contact = { mail: 'a@x', home: { address: { city: 'Bern' } } };
    expect(get(mapping, { id: 'x', login: 'ann', contact })).toEqual({
      uid: 'x',
      name: 'ann',
      attributes: { mail: 'a@x', city: 'Bern', address: { address: { city: 'Bern' } } },
    });
  });

  test('/* takes what the schema knows, may be read, and is not named elsewhere', () => {
    const json = {
      id: 1,
      mail: 'a',
      city: 'Bern',
      age: 3,
      secret: 's',
      bio: 'b',
      internal: 'x',
      deep: { city: 'Rome' },
    };
    expect(get({ '/*': '/*', deep: { city: 'city' } }, json)?.attributes).toEqual({
      mail: 'a',
      age: 3,
      city: 'Rome',
    });
  });

  test('/* at two levels takes the upper one first', () => {
    const json = { id: 1, mail: 'upper', profile: { mail: 'lower', city: 'Bern' } };
    expect(get({ '/*': '/*', profile: { '/*': '/*' } }, json)?.attributes).toEqual({
      mail: 'upper',
      city: 'Bern',
    });
  });

  test('uid and name of the host are no attributes', () => {
    expect(get({ __UID__: 'id', __NAME__: 'login', mail: 'mail' }, { id: 1, mail: 'a' })?.attributes).toEqual(
      { mail: 'a' },
    );
  });

  test('there is none where nothing is found', () => {
    expect(get({ mail: 'mail' }, {})).toBeNull();
    expect(get({ mail: 'mail' }, 'text')).toBeNull();
    expect(get({ mail: 'mail' }, null)).toBeNull();
  });

  test('a value of another type fails by name', () => {
    expect(() => get({ age: 'age' }, { id: 1, age: 'old' })).toThrow(
      expect.objectContaining({
        code: 'connector.value-not-integer',
        fix: expect.stringContaining('schema'),
      }),
    );
  });
});

describe('a list', () => {
  const ann = { id: 1, mail: 'a' };
  test.each<[string, unknown, JsonValue, Record<string, unknown>]>([
    ['is the answer itself', { mail: 'mail' }, [ann], {}],
    [
      'is the answer itself, with objects in each element',
      { p: { mail: 'mail' } },
      [{ id: 1, p: { mail: 'a' } }],
      {},
    ],
    ['stands under a key', { items: { mail: 'mail' } }, { items: [ann] }, {}],
    ['stands under a path', { 'data.items': { mail: 'mail' } }, { data: { items: [ann] } }, {}],
    [
      'stands under keys in each other',
      { data: { items: { mail: 'mail' } } },
      { data: { items: [ann] } },
      {},
    ],
    ['stands under a key that says so', { 'items[*]': { mail: 'mail' } }, { items: [ann] }, {}],
    ['stands under a key that holds dots', { 'a.b': { mail: 'mail' } }, { 'a.b': [ann] }, {}],
    ['is one object', { mail: 'mail' }, ann, {}],
    ['is one object under a key', { user: { mail: 'mail' } }, { user: ann }, {}],
    ['is taken by names without a mapping', undefined, [ann], {}],
    [
      'has a uid deeper in its elements',
      { mail: 'e.mail' },
      [{ e: { id: 1, mail: 'a' } }],
      { idPath: 'e.id' },
    ],
  ])('%s', (_, mapping, json, more) => {
    expect(list(mapping, json, more)).toEqual([{ uid: '1', mail: 'a' }]);
  });

  test.each<[string, JsonValue]>([
    ['an empty one', { items: [] }],
    ['null', { items: null }],
    ['a null of the whole answer', null],
    ['none where the answer counts none', { totalResults: 0, schemas: ['list'] }],
  ])('%s is empty', (_, json) => {
    expect(list({ items: { mail: 'mail' } }, json)).toEqual([]);
  });

  test.each<[string, JsonValue]>([
    ['an error', { error: 'maintenance' }],
    ['nothing', {}],
    ['a count without what it counts', { total: 3 }],
    ['an object without a uid', { items: { mail: 'a' } }],
    ['a text', 'nothing'],
  ])('is asked for: %s is no empty page', (_, json) => {
    const named = { code: 'connector.remote-failed', fix: expect.stringMatching(/exceptions/) };
    expect(() => list({ items: { mail: 'mail' } }, json)).toThrow(expect.objectContaining(named));
    expect(() => list({ mail: 'mail' }, json)).toThrow(expect.objectContaining(named));
  });

  test('an answer without a body is an empty page', () => {
    const operations = { QUERY: { path: '/u', method: 'GET', idPath: 'id', namePath: 'id' } };
    const page = compiled(accountsOf({ schema, operations })).readPage(answer(undefined, 204), 'default');
    expect(page.objects).toEqual([]);
  });

  test('a record without a uid is refused, and its place is told', () => {
    expect(() => list({ items: { mail: 'mail' } }, { items: [ann, { mail: 'b' }] })).toThrow(
      expect.objectContaining({
        code: 'connector.remote-failed',
        message: expect.stringMatching(/Record 2 .*idPath/),
      }),
    );
  });

  test('expressions take bounded time over all records together', () => {
    const more = { idRegularExpression: '(?:a?){900}' };
    const records = Array.from({ length: 1_000 }, (_, n) => ({ id: `${'a'.repeat(900)}${n}` }));
    const began = cpuMillis();
    expect(() => list({ mail: 'mail' }, records, more)).toThrow(
      expect.objectContaining({ code: 'connector.expression-costly' }),
    );
    expect(cpuMillis() - began).toBeLessThan(10_000);
  });

  test('expressions read as many records as a page may hold', () => {
    const more = { idPath: 'href', idRegularExpression: '/users/([^/]+)$' };
    const href = (n: number) => `https://directory.example.com/api/v2/users/${n}`;
    const records = Array.from({ length: 20_000 }, (_, n) => ({ href: href(n) }));
    expect(list({ mail: 'mail' }, records, more).at(-1)).toEqual({ uid: '19999' });
  });

  test('the uid out of a value by an expression', () => {
    const more = { idPath: 'href', idRegularExpression: '/users/([^/]+)$' };
    expect(list({ mail: 'mail' }, [{ href: 'https://x/users/7', mail: 'a' }], more)).toEqual([
      { uid: '7', mail: 'a' },
    ]);
  });
});

describe('the uid of what was created', () => {
  const create = (more: Readonly<Record<string, unknown>>) =>
    compiled(
      accountsOf({
        schema,
        operations: { CREATE: { path: '/u', method: 'POST', idPath: 'id', requestMapping: {}, ...more } },
      }),
    );
  test.each<[string, Record<string, unknown>, string | null]>([
    ['is the last segment of Location', { idPath: 'header:Location' }, 'a b'],
    [
      'is what an expression finds',
      { idPath: 'header: location', idRegularExpression: '/u/([^/?]+)' },
      'a b',
    ],
    [
      'is all that an expression without a group matches',
      { idPath: 'header:X-Id', idRegularExpression: '\\d+' },
      '42',
    ],
    ['is a whole field otherwise', { idPath: 'header:X-Id' }, 'id-42'],
    ['is not there', { idPath: 'header:X-None' }, null],
    ['is a number', { idPath: 'n' }, '26'],
    ['is not an object', { idPath: 'o' }, null],
  ])('%s', (_, more, uid) => {
    const headers = [
      ['Location', 'https://x/u/a%20b?x=1'],
      ['x-id', 'id-42'],
    ] as const;
    expect(create(more).createdUid(answer({ n: 26, o: {} }, 201, headers))).toBe(uid);
  });
});

test('what cannot be read is noted, and the rest is compiled', () => {
  const { type, problems } = compileObjectType(
    'x',
    accountsOf({
      schema: [...schema, text('__proto__')],
      operations: {
        GET: {
          path: '/u',
          method: 'GET',
          idPath: 'id',
          idRegularExpression: '(?=x)',
          namePath: 'a..b',
          responseMapping: { mail: 'mail', city: 'a[', '__proto__.x': { tags: 'tags' } },
          additionalStep: [{ resourceName: 'nobody', method: 'GET', path: '/x', valuePath: '[' }],
        },
        QUERY: { path: '/u', method: 'GET', idPath: 'header:X', namePath: 'n' },
      },
    }),
  );
  expect(problems.map(({ code, pointer }) => [pointer, code])).toEqual([
    ['/schema/7/fieldName', 'connector.invalid'],
    ['/operations/QUERY/idPath', 'connector.path-invalid'],
    ['/operations/GET/responseMapping/city', 'connector.path-invalid'],
    ['/operations/GET/responseMapping/__proto__.x', 'connector.path-invalid'],
    ['/operations/GET/idRegularExpression', 'connector.pattern-invalid'],
    ['/operations/GET/namePath', 'connector.path-invalid'],
    ['/operations/GET/additionalStep/0/resourceName', 'connector.unknown-attribute'],
    ['/operations/GET/additionalStep/0/valuePath', 'connector.path-invalid'],
  ]);
  expect(type.readObject(answer({ id: 1, mail: 'a' }), 'default')?.attributes).toEqual({ mail: 'a' });
});

test('nothing that all objects share is read or changed', () => {
  const accounts = compiled(
    accountsOf({
      schema: [text('toString'), text('valueOf')],
      operations: {
        GET: { path: '/u', method: 'GET', idPath: 'id', namePath: 'id', responseMapping: { '/*': '/*' } },
      },
    }),
  );
  expect(accounts.readObject(answer({ id: 1 }), 'default')?.attributes).toEqual({});
  const json = JSON.parse('{"id":1,"valueOf":"own","__proto__":{"toString":"x"}}');
  expect(accounts.readObject(answer(json), 'default')?.attributes).toEqual({ valueOf: 'own' });
});
