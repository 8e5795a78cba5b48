import { describe, expect, test } from 'vitest';
import { sandboxUserId } from '#main/services/platform-sandbox/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { detailsOf, startPlatform } from './platform.ts';

const user = `users/${sandboxUserId(1)}`;

const platform = startedAnew(() => startPlatform({ users: 3 }));

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
    ['A.3 a member is removed', { baz: 'qux', foo: 'bar' }, remove('/baz'), { foo: 'bar' }],
    ['A.4 an element is removed', { foo: ['bar', 'qux', 'baz'] }, remove('/foo/1'), { foo: ['bar', 'baz'] }],
    [
      'A.5 a value is replaced',
      { baz: 'qux', foo: 'bar' },
      replace('/baz', 'boo'),
      { baz: 'boo', foo: 'bar' },
    ],
    [
      'A.6 a value is moved',
      { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
      move('/foo/waldo', '/qux/thud'),
      { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
    ],
    [
      'A.7 an element is moved',
      { foo: ['all', 'grass', 'cows', 'eat'] },
      move('/foo/1', '/foo/3'),
      { foo: ['all', 'cows', 'eat', 'grass'] },
    ],
    [
      'A.8 a value is tested, and found',
      { baz: 'qux', foo: ['a', 2, 'c'] },
      holds('/foo/1', 2),
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
    ['A.14 ~1 and ~0 stand for / and ~', { '/': 9, '~1': 10 }, holds('/~01', 10), { '/': 9, '~1': 10 }],
    [
      'A.16 an array is added',
      { foo: ['bar'] },
      add('/foo/-', ['abc', 'def']),
      { foo: ['bar', ['abc', 'def']] },
    ],
    ['a value is copied', { foo: { bar: [1] } }, copy('/foo/bar', '/baz'), { foo: { bar: [1] }, baz: [1] }],
  ];

function remove(path: string): Operation {
  return { op: 'remove', path };
}
function replace(path: string, value: unknown): Operation {
  return { op: 'replace', path, value };
}
function move(from: string, path: string): Operation {
  return { op: 'move', from, path };
}
function copy(from: string, path: string): Operation {
  return { op: 'copy', from, path };
}
function holds(path: string, value: unknown): Operation {
  return { op: 'test', path, value };
}
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
    const operations = [holds('/id', sandboxUserId(1)), add('/nickname', 'ann')];
    expect((await patch(operations)).body['nickname']).toBe('ann');
  });

  test('a name in it is compared like any other: it stays unique', async () => {
    const other = String((await platform.get(`users/${sandboxUserId(2)}`)).body['username']);
    const refused = await patch([replace('/username', other)]);
    expect(detailsOf(refused)).toMatchObject([{ code: 'UNIQUENESS_VIOLATION', target: 'username' }]);
  });
});

describe('what cannot be done changes nothing', () => {
  const before = { list: [1], text: 'x' };
  const refusals: readonly (readonly [why: string, operation: Operation])[] = [
    ['A.9 a test that fails', holds('/doc/text', 'y')],
    ['A.12 a place in what is not there', add('/doc/none/at', 1)],
    ['A.15 a text is no number', holds('/doc/list/0', '1')],
    ['an index behind the end', add('/doc/list/2', 1)],
    ['an index with a leading zero', replace('/doc/list/00', 2)],
    ['an index that is no number', replace('/doc/list/first', 2)],
    ['what is not there cannot be removed', remove('/doc/none')],
    ['what is not there cannot be replaced', replace('/doc/none', 1)],
    ['a member of a text', add('/doc/text/0', 'y')],
    ['a move into itself', move('/doc/list', '/doc/list/0')],
    ['the whole user', { op: 'replace', path: '', value: {} }],
    ['a path that is no pointer', add('doc/list', 1)],
    ['an operation that there is not', { op: 'increment', path: '/doc/list/0', value: 1 }],
    ['an operation without its value', { op: 'add', path: '/doc/new' }],
    ['what the platform says of a user', replace('/account/status', 'LOCKED')],
    ['a member that only every object has', remove('/doc/toString')],
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
    const doubling = Array.from({ length: 60 }, () => copy('/doc', '/doc/-'));
    const grown = await patch([add('/doc', ['0123456789']), ...doubling]);
    expect(detailsOf(grown)[0]?.['message']).toMatch(/makes the document too large\. Nothing was changed/);
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
