import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePath, formatPath, type Path } from '#shared/connectors/paths/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { property } from '#test/support/property.ts';

function pathOf(text: string): Path {
  const compiled = compilePath(text);
  if ('problem' in compiled) throw new Error(`${compiled.problem.message} (${compiled.problem.offset})`);
  return compiled.path;
}

const user: JsonValue = {
  id: 26,
  nick: null,
  name: { givenName: 'Ann', 'family.name': 'Lee' },
  emails: [{ value: 'a@x', type: 'work' }, { type: 'home' }, { value: 'b@x' }],
  teams: [{ members: [{ id: 1 }, { id: 2 }] }, { members: null }, { members: [{ id: 3 }] }],
  phone: { number: '1' },
  tags: ['x', 'y'],
  'a.b.c': { d: 1 },
  'urn:x:2.0:User': { department: 'Sales' },
};

describe('a path reads', () => {
  test.each<[string, JsonValue | undefined]>([
    ['id', 26],
    ['nick', null],
    ['name.givenName', 'Ann'],
    ['name.missing', undefined],
    ['id.missing', undefined],
    ['emails[1].type', 'home'],
    ['emails.1.type', 'home'],
    ['emails[9].type', undefined],
    ['emails.type', undefined],
    ['name[0]', undefined],
    ['tags[*]', ['x', 'y']],
    ['emails[*].value', ['a@x', 'b@x']],
    ['teams[*].members[*].id', [1, 2, 3]],
    ['phone[*].number', ['1']],
    ['nick[*]', null],
    ['missing[*].x', undefined],
    ["name['family.name']", 'Lee'],
    ['name["family.name"]', 'Lee'],
    ['name.family.name', 'Lee'],
    ['a.b.c.d', 1],
    ['urn:x:2.0:User.department', 'Sales'],
    ['toString', undefined],
    ['name.hasOwnProperty.length', undefined],
    ['tags.length', undefined],
  ])('%s', (text, value) => {
    expect(pathOf(text).read(user)).toEqual(value);
  });

  test('a list at the root', () => {
    expect(pathOf('[*].id').read([{ id: 1 }, {}, { id: 2 }])).toEqual([1, 2]);
    expect(pathOf('[1].id').read([{ id: 1 }, { id: 2 }])).toBe(2);
  });

  test('the nearest name rather than a key with dots, and the longest such key first', () => {
    expect(pathOf('a.b').read({ a: { b: 1 }, 'a.b': 2 })).toBe(1);
    expect(pathOf('a.b.c').read({ 'a.b.c': 1, 'a.b': { c: 2 } })).toBe(1);
    expect(pathOf('[*].a.b').read([{ 'a.b': 1 }, { a: { b: 2 } }])).toEqual([1, 2]);
  });

  test('members that JSON text gives the names of inherited ones', () => {
    expect(pathOf('toString.x').read(JSON.parse('{"toString":{"x":1}}'))).toBe(1);
  });
});

describe('a path is refused', () => {
  test.each([
    ['', 0],
    ['a..b', 2],
    ['.a', 0],
    ['a.', -1],
    ['a[', 1],
    ['a[x]', 1],
    ['a[-1]', 1],
    ['a[1.5]', 1],
    ["a['b]", 1],
    ['a[0]b', 4],
    ['a]', 1],
    ['a.*', 2],
    ['__proto__.x', 0],
    ["a['constructor']", 1],
    ['a.prototype', 2],
    ['a[10000]', 2],
    ['a.10000', 2],
    [`a${'.a'.repeat(64)}`, 127],
    ['a'.repeat(1_001), 0],
  ])('%s', (text, offset) => {
    const compiled = compilePath(text);
    if (!('problem' in compiled)) throw new Error('It was read.');
    if (offset >= 0) expect(compiled.problem.offset).toBe(offset);
  });
});

describe('a path writes', () => {
  test.each<[string, JsonValue, JsonValue]>([
    ['a.b', {}, { a: { b: 1 } }],
    ['a[1].b', {}, { a: [null, { b: 1 }] }],
    ['a.0.b', {}, { a: [{ b: 1 }] }],
    ['users[0].id', { users: [{ source: 'x' }] }, { users: [{ source: 'x', id: 1 }] }],
    ['[0].id', [], [{ id: 1 }]],
    ['a.b', { a: null }, { a: { b: 1 } }],
    ['a.b', { a: 'text' }, { a: { b: 1 } }],
    ['urn:x:2.0:User.dept', { 'urn:x:2.0:User': {} }, { 'urn:x:2.0:User': { dept: 1 } }],
    ["['urn:x:2.0:User'].dept", {}, { 'urn:x:2.0:User': { dept: 1 } }],
    ['toString.a', {}, { toString: { a: 1 } }],
    ['a.b', { a: [] }, { a: [] }],
    ['a[*].b', {}, {}],
  ])('%s into %j', (text, target, expected) => {
    const body = structuredClone(target) as object;
    pathOf(text).write(body, 1);
    expect(body).toEqual(expected);
  });

  test('nothing that all objects share is touched', () => {
    for (const text of ['toString.polluted', 'valueOf.polluted', '__defineGetter__.polluted'])
      pathOf(text).write({}, 'x');
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Object.hasOwn(Object.prototype.toString, 'polluted')).toBe(false);
  });
});

test('the remote knows a path by its names alone', () => {
  expect(pathOf('emails[*].value').remoteName).toBe('emails.value');
  expect(pathOf('items[0].employee.id')).toMatchObject({ remoteName: 'items.employee.id', root: 'items' });
  expect(pathOf('[*].id')).toMatchObject({ remoteName: 'id', root: null, isList: true });
});

const name = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 6 }),
    fc.constantFrom('a.b', '*', '0', 'x[0]', "it's", 'toString'),
  )
  .filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key));
const step = fc.oneof(
  name.map((key) => ({ kind: 'name' as const, key, index: -1 })),
  fc.nat(5).map((index) => ({ kind: 'index' as const, key: String(index), index })),
);
const steps = fc
  .tuple(name, fc.array(step, { maxLength: 5 }))
  .map(([key, rest]) => [{ kind: 'name' as const, key, index: -1 }, ...rest]);

property([steps, fc.jsonValue({ maxDepth: 1 })])(
  'what is written at a path is read at it again',
  (parts, json) => {
    const path = pathOf(formatPath(parts));
    expect(path.steps).toEqual(parts);
    const body = {};
    path.write(body, json as JsonValue);
    expect(path.read(body)).toEqual(json);
  },
);

property([fc.string()])('no text makes the parser fail', (text) => void compilePath(text));
