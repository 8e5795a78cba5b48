import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sandboxUserId } from '#main/services/platform-sandbox/index.ts';
import { detailsOf, startPlatform, type TestPlatform } from './platform.ts';

const user = `users/${sandboxUserId(1)}`;

let platform: TestPlatform;
beforeEach(async () => {
  platform = await startPlatform({ users: 3 });
});
afterEach(() => platform.stop());

type Operation = Readonly<Record<string, unknown>>;
const patch = (operations: unknown, contentType = 'application/json-patch+json') =>
  platform.call('PATCH', user, { body: operations, headers: { 'content-type': contentType } });

/** The examples of RFC 6902, appendix A, on a member `doc` of a user. */
const examples: readonly (readonly [name: string, before: unknown, operation: Operation, after: unknown])[] =
  [
    ['A.1 an object member is added', { foo: 'bar' }, add('/baz', 'qux'), { baz: 'qux', foo: 'bar' }],
    [
      'A.2 an element is added',
      { foo: ['bar', 'baz'] },
      add('/foo/1', 'qux'),
      { foo: ['bar', 'qux', 'baz'] },
    ],
    ['A.3 a member is removed', { baz: 'qux', foo: 'bar' }, { op: 'remove', path: '/baz' }, { foo: 'bar' }],
    [
      'A.4 an element is removed',
      { foo: ['bar', 'qux', 'baz'] },
      { op: 'remove', path: '/foo/1' },
      { foo: ['bar', 'baz'] },
    ],
    [
      'A.5 a value is replaced',
      { baz: 'qux', foo: 'bar' },
      { op: 'replace', path: '/baz', value: 'boo' },
      { baz: 'boo', foo: 'bar' },
    ],
    [
      'A.6 a value is moved',
      { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
      { op: 'move', from: '/foo/waldo', path: '/qux/thud' },
      { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
    ],
    [
      'A.7 an element is moved',
      { foo: ['all', 'grass', 'cows', 'eat'] },
      { op: 'move', from: '/foo/1', path: '/foo/3' },
      { foo: ['all', 'cows', 'eat', 'grass'] },
    ],
    [
      'A.8 a value is tested, and found',
      { baz: 'qux', foo: ['a', 2, 'c'] },
      { op: 'test', path: '/foo/1', value: 2 },
      { baz: 'qux', foo: ['a', 2, 'c'] },
    ],
    [
      'A.10 an object is added',
      { foo: 'bar' },
      add('/child', { grandchild: {} }),
      { foo: 'bar', child: { grandchild: {} } },
    ],
    [
      'A.11 what is not known is ignored',
      { foo: 'bar' },
      { ...add('/baz', 'qux'), xyz: 123 },
      { foo: 'bar', baz: 'qux' },
    ],
    [
      'A.14 ~1 and ~0 stand for / and ~',
      { '/': 9, '~1': 10 },
      { op: 'test', path: '/~01', value: 10 },
      { '/': 9, '~1': 10 },
    ],
    [
      'A.16 an array is added',
      { foo: ['bar'] },
      add('/foo/-', ['abc', 'def']),
      { foo: ['bar', ['abc', 'def']] },
    ],
    [
      'a value is copied',
      { foo: { bar: [1] } },
      { op: 'copy', from: '/foo/bar', path: '/baz' },
      { foo: { bar: [1] }, baz: [1] },
    ],
  ];

function add(path: string, value: unknown): Operation {
  return { op: 'add', path, value };
}

/** An operation on the member `doc`. */
function within(operation: Operation): Operation {
  const moved = ['path', 'from'].flatMap((name) =>
    typeof operation[name] === 'string' ? [[name, `/doc${operation[name]}`]] : [],
  );
  return { ...operation, ...Object.fromEntries(moved) };
}

describe('a user is patched with a list of operations', () => {
  test.each(examples)('%s', async (_, before, operation, after) => {
    await platform.call('PATCH', user, { body: { doc: before } });
    const changed = await patch([within(operation)]);
    expect(changed.status).toBe(200);
    expect(changed.body['doc']).toEqual(after);
    expect((await platform.get(user)).body['doc']).toEqual(after);
  });

  test('also where the list is sent as plain JSON; an object there goes on replacing members', async () => {
    const operations = [add('/nicknames', ['ann']), add('/nicknames/-', 'annie')];
    expect((await patch(operations, 'application/json')).body['nicknames']).toEqual(['ann', 'annie']);
    expect((await patch({ nicknames: ['a'] }, 'application/json')).body['nicknames']).toEqual(['a']);
  });

  test('what the platform knows of a user can be tested for', async () => {
    const operations = [{ op: 'test', path: '/id', value: sandboxUserId(1) }, add('/nickname', 'ann')];
    expect((await patch(operations)).body['nickname']).toBe('ann');
  });

  test('a name in it is compared like any other: it stays unique', async () => {
    const other = String((await platform.get(`users/${sandboxUserId(2)}`)).body['username']);
    const refused = await patch([{ op: 'replace', path: '/username', value: other }]);
    expect(detailsOf(refused)).toMatchObject([{ code: 'UNIQUENESS_VIOLATION', target: 'username' }]);
  });
});

describe('what cannot be done changes nothing', () => {
  const before = { list: [1], text: 'x' };
  const refusals: readonly (readonly [why: string, operation: Operation])[] = [
    ['A.9 a test that fails', { op: 'test', path: '/doc/text', value: 'y' }],
    ['A.12 a place in what is not there', add('/doc/none/at', 1)],
    ['A.15 a text is no number', { op: 'test', path: '/doc/list/0', value: '1' }],
    ['an index behind the end', add('/doc/list/2', 1)],
    ['an index with a leading zero', { op: 'replace', path: '/doc/list/00', value: 2 }],
    ['an index that is no number', { op: 'replace', path: '/doc/list/first', value: 2 }],
    ['what is not there cannot be removed', { op: 'remove', path: '/doc/none' }],
    ['what is not there cannot be replaced', { op: 'replace', path: '/doc/none', value: 1 }],
    ['a member of a text', add('/doc/text/0', 'y')],
    ['a move into itself', { op: 'move', from: '/doc/list', path: '/doc/list/0' }],
    ['the whole user', { op: 'replace', path: '', value: {} }],
    ['a path that is no pointer', add('doc/list', 1)],
    ['an operation that there is not', { op: 'increment', path: '/doc/list/0', value: 1 }],
    ['an operation without its value', { op: 'add', path: '/doc/new' }],
    ['what the platform says of a user', { op: 'replace', path: '/account/status', value: 'LOCKED' }],
    ['a member that only every object has', { op: 'remove', path: '/doc/toString' }],
    ['a prototype', add('/__proto__/admin', true)],
  ];

  test.each(refusals)('%s', async (_, operation) => {
    await platform.call('PATCH', user, { body: { doc: before } });
    const refused = await patch([add('/nickname', 'ann'), operation]);
    expect(refused.status).toBe(400);
    expect(refused.body['code']).toBe('INVALID_DATA');
    const { body } = await platform.get(user);
    expect(body['doc']).toEqual(before);
    expect(body).not.toHaveProperty('nickname');
    expect(Object.getPrototypeOf({})).not.toHaveProperty('admin');
  });

  test('more than a hundred operations, and copies that double each time', async () => {
    const many = Array.from({ length: 101 }, () => add('/nickname', 'ann'));
    expect(detailsOf(await patch(many))).toMatchObject([{ code: 'SIZE_LIMIT_EXCEEDED' }]);
    const doubling = Array.from({ length: 60 }, () => ({ op: 'copy', from: '/doc', path: '/doc/-' }));
    const grown = await patch([add('/doc', ['0123456789']), ...doubling]);
    expect(detailsOf(grown)[0]?.['message']).toMatch(/makes the document too large: nothing was changed/);
  });

  test('a media type that is not taken is 415, with those that are', async () => {
    const refused = await patch([], 'application/merge-patch+json');
    expect(refused.status).toBe(415);
    expect(refused.headers.get('accept-patch')).toBe('application/json, application/json-patch+json');
    const object = await patch({ nickname: 'ann' });
    expect([object.status, object.body['code']]).toEqual([400, 'INVALID_REQUEST']);
    const elsewhere = await platform.call('PUT', user, { body: [add('/a', 1)] });
    expect(elsewhere.status).toBe(400);
  });
});
