import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAttributes, type ReadValues, unread } from '#shared/connectors/index.ts';
import { compileTemplate, fill } from '#shared/connectors/requests/variables.ts';
import { accountsOf, answer, compiled } from '#test/support/connector-shapes.ts';

const text = (fieldName: string, ...flags: readonly string[]) => ({ fieldName, type: 'STRING', flags });
const schema = [
  text('userName'),
  text('mail'),
  text('groups', 'MULTIVALUED'),
  text('name'),
  { fieldName: 'age', type: 'INTEGER' },
];
const get = {
  path: '/u/{uid}',
  method: 'GET',
  idPath: 'id',
  namePath: 'login',
  responseMapping: { userName: 'login', mail: 'mail', age: 'age', groups: 'groups' },
};
const typeOf = (operations: Readonly<Record<string, unknown>>) =>
  compiled(accountsOf({ schema, operations: { GET: get, ...operations } }));
const create = (more: Readonly<Record<string, unknown>>) =>
  typeOf({ CREATE: { path: '/u', method: 'POST', idPath: 'id', requestMapping: {}, ...more } });
const update = (more: Readonly<Record<string, unknown>>) =>
  typeOf({ UPDATE: { path: '/u/{uid}', method: 'PUT', idPath: 'id', requestMapping: {}, ...more } });
const read = (more: Partial<ReadValues>): ReadValues => ({ ...unread, isUnread: false, ...more });

describe('an attribute', () => {
  test('stands in path, query, header and body, each in its encoding', () => {
    const request = create({
      path: '/u/{userName}?first={mail}',
      queryParams: { by: '{attribute:mail}' },
      headers: { 'X-Name': 'n {userName}' },
      requestBody: { say: '<{userName}>', age: '{age}', all: '{groups}' },
    }).createRequest({ userName: 'a/b ä', mail: 'a@b', age: 7, groups: ['x', 'y'] });
    expect(request).toMatchObject({
      path: '/u/a%2Fb%20%C3%A4',
      query: 'first=a%40b&by=a%40b',
      headers: [['X-Name', 'n a/b ä']],
      body: { say: '<a/b ä>', age: 7, all: ['x', 'y'] },
    });
  });

  test('without a value leaves out its pair, its field and its member', () => {
    const request = create({
      path: '/u?first={mail}&x=1',
      queryParams: { by: '{mail}' },
      headers: { 'X-Mail': '{mail}' },
      requestBody: { mail: '{mail}', kind: 'user' },
    }).createRequest({});
    expect(request).toMatchObject({ path: '/u', query: 'x=1', headers: [], body: { kind: 'user' } });
  });

  test.each(['', '.', '..'])('“%s” would make another path of it, and is refused', (userName) => {
    expect(() => create({ path: '/u/{userName}' }).createRequest({ userName })).toThrow(
      expect.objectContaining({ code: 'connector.invalid-attribute' }),
    );
  });

  test.each([
    ['a path without a value', { path: '/u/{userName}' }, {}],
    ['a list in a path', { path: '/u/{groups}' }, { groups: ['a', 'b'] }],
    [
      'a line break in a header field',
      { headers: { 'X-Name': '{userName}' } },
      { userName: 'a\r\nX-Evil: 1' },
    ],
  ])('%s is refused', (_what, more, attributes) => {
    expect(() => create(more).createRequest(attributes)).toThrow(
      expect.objectContaining({ code: 'connector.invalid-attribute' }),
    );
  });

  test('that was read is used where the change does not name it', () => {
    const put = update({ path: '/u/{mail}', requestMapping: { age: 'age' } });
    expect(put.readsBefore('UPDATE', { age: 5 })).toBe(true);
    expect(put.readsBefore('UPDATE', { age: 5, mail: 'n' })).toBe(false);
    const seen = put.readValues('UPDATE', answer({ id: 1, login: 'ann', mail: 'old' }));
    expect(put.updateRequest('1', { age: 5 }, seen)?.path).toBe('/u/old');
    expect(put.updateRequest('1', { age: 5, mail: 'new' }, seen)?.path).toBe('/u/new');
  });
});

describe('{name} and {etag}', () => {
  test('are those of the object as it was read', () => {
    const put = update({ headers: { 'If-Match': '{etag}' }, requestBody: { was: '{name}' } });
    const seen = put.readValues('UPDATE', answer({ id: 1, login: 'ann' }, 200, [['ETag', '"v1"']]));
    expect(put.updateRequest('1', {}, seen)).toMatchObject({
      headers: [['If-Match', '"v1"']],
      body: { was: 'ann' },
    });
    expect(put.readsBefore('UPDATE', {})).toBe(true);
  });

  test('without an ETag nothing would hold the write back: it is not sent', () => {
    const put = update({ headers: { 'If-Match': '{etag}' } });
    expect(() => put.updateRequest('1', {}, read({}))).toThrow(
      expect.objectContaining({ code: 'connector.configuration' }),
    );
  });

  test('{name} of a new object is that of its naming attribute, and {attribute:name} another one', () => {
    const put = create({ path: '/u/{name}', requestBody: { own: '{attribute:name}' } });
    expect(put.createRequest({ userName: 'ann', name: 'Ann A' })).toMatchObject({
      path: '/u/ann',
      body: { own: 'Ann A' },
    });
    expect(put.createRequest({ __NAME__: 'bob', userName: 'ann' }).path).toBe('/u/bob');
  });

  test('are shown as they are before they are read', () => {
    const put = update({ headers: { 'If-Match': '{etag}' }, requestBody: { mail: '{mail}' } });
    expect(put.updateRequest('1', {})).toMatchObject({
      headers: [['If-Match', '{etag}']],
      body: { mail: '{mail}' },
    });
  });
});

test('a uid that the caller chooses needs no answer', () => {
  const put = create({ path: '/u/{userName}', method: 'PUT', idPath: '{userName}' });
  expect(put.createdUid(answer(undefined, 204), { userName: 'ann' })).toBe('ann');
});

describe('further requests', () => {
  test('of a write that name attributes are left out where none of them is given', () => {
    const type = update({
      requestMapping: { mail: 'mail' },
      additionalStep: [
        { method: 'PUT', path: '/u/{uid}/age/{age}' },
        { method: 'POST', path: '/u/{uid}/touch' },
      ],
    });
    const paths = (attributes: Readonly<Record<string, string | number>>) =>
      type.writeSteps('UPDATE', '1', attributes).map(({ path }) => path);
    expect(paths({ age: 3 })).toEqual(['/u/1/age/3', '/u/1/touch']);
    expect(paths({ mail: 'x' })).toEqual(['/u/1/touch']);
  });

  test('of a read that name an attribute are left out where the object has none', () => {
    const type = typeOf({
      GET: {
        ...get,
        additionalStep: [{ resourceName: 'name', method: 'GET', path: '/by/{mail}', valuePath: 'x' }],
      },
    });
    expect(type.stepNeeds('GET', new Set(['name']))).toEqual(['mail']);
    expect(type.stepNeeds('GET', new Set(['age']))).toEqual([]);
    const paths = (attributes: ReadValues['attributes']) =>
      type.readSteps('GET', '1', 'default', read({ attributes })).map(({ path }) => path);
    expect(paths({ mail: 'a b' })).toEqual(['/by/a%20b']);
    expect(paths({ mail: null })).toEqual([]);
    expect(paths({})).toEqual([]);
  });
});

test('a change is taken by what a request carries, and neither by its path nor by braces that are meant', () => {
  const config = (more: Readonly<Record<string, unknown>>) =>
    update({ path: '/u/{uid}/{mail}', requestMapping: { age: 'age' }, ...more });
  const refused = (type: ReturnType<typeof config>) =>
    checkAttributes(type, 'UPDATE', { mail: 'x' }).problems.map(({ attribute }) => attribute);
  expect(refused(config({}))).toEqual(['mail']);
  expect(refused(config({ requestBody: { say: '{{mail}}' } }))).toEqual(['mail']);
  expect(refused(config({ requestBody: { say: '{mail}' } }))).toEqual([]);
  expect(refused(config({ headers: { 'X-Mail': '{attribute:mail}' } }))).toEqual([]);
});

describe('braces', () => {
  test.each([
    ['{ me { id } }', '{ me { id } }'],
    ['query($a:Int){user(id:$a){ name }}', 'query($a:Int){user(id:$a){ name }}'],
    ['{"a":{"b":1}}', '{"a":{"b":1}}'],
    ['{}', '{}'],
    ['{0}', '{0}'],
    ['{a,b}', '{a,b}'],
    ['{{id}}', '{id}'],
    ['{me{{id}}}', '{me{id}}'],
    ['Hello {{{userName}}}', 'Hello {{userName}}'],
  ])('%s in a body is sent as %s', (written, sent) => {
    expect(create({ requestBody: { query: written } }).createRequest({ userName: 'x' }).body).toEqual({
      query: sent,
    });
  });

  test.each(['{id}', '{usrName}', '{_pagedResultsOffset}', '{attribute:nobody}', '{me{id}}'])(
    '%s names nothing, and is never sent as text',
    (written) => {
      for (const more of [
        { path: `/u/${written}` },
        { queryParams: { q: written } },
        { headers: { 'X-Q': written } },
        { requestBody: { q: written } },
      ])
        expect(() => create(more).createRequest({ userName: 'x' })).toThrow(
          expect.objectContaining({ code: 'connector.configuration' }),
        );
    },
  );

  test('any text stands for itself where each of its placeholders is doubled', () => {
    const pieces = fc.constantFrom('{', '}', 'uid', 'etag', 'mail', ' ', ':', '"', '{x}', 'a');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (list) => {
        const plain = list.join('');
        const doubled = plain.replace(/\{([^{}\s"',]+)\}/g, '{{$1}}');
        const template = compileTemplate(doubled, { has: (name) => name === 'mail' });
        const values = { uid: '1', page: null, object: null };
        const sent = fill(template, values, (one) => one, encodeURIComponent);
        // A text in braces that is nobody's stays doubled, as it was written.
        expect(sent?.replace(/\{\{([^{}\s"',]+)\}\}/g, '{$1}')).toBe(
          plain.replace(/\{\{([^{}\s"',]+)\}\}/g, '{$1}'),
        );
      }),
    );
  });

  test('a value in a path is one segment that decodes to itself', () => {
    const put = create({ path: '/u/{userName}/x' });
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (userName) => {
        fc.pre(userName !== '.' && userName !== '..');
        const { path } = put.createRequest({ userName });
        const { pathname } = new URL(path, 'http://h');
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'u', userName.toWellFormed(), 'x']);
      }),
    );
  });
});
