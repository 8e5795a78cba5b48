import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fromPointer,
  type JsonValue,
  overlayJson,
  substituteVariables,
  toPointer,
  valueAt,
} from '#shared/workspace/index.ts';
import { property } from '#test/support/property.ts';

const variables = { host: 'stage.example', port: '8443', 'with.dot': 'x' };

describe('variables in the texts of a document', () => {
  test('are filled in wherever they stand, several in one text', () => {
    const document = { a: ['https://&{host}:&{port}/cb'], b: { c: '&{with.dot}' }, d: 5, e: null };
    expect(substituteVariables(document, variables)).toEqual({
      value: { a: ['https://stage.example:8443/cb'], b: { c: 'x' }, d: 5, e: null },
      unknown: [],
    });
  });

  test('that nobody gives stay as they are written, with their places', () => {
    expect(substituteVariables({ a: ['ok', '&{host} &{nobody}'] }, variables)).toEqual({
      value: { a: ['ok', 'stage.example &{nobody}'] },
      unknown: [{ name: 'nobody', path: ['a', 1] }],
    });
    expect(substituteVariables('&{constructor}', {}).unknown).toEqual([{ name: 'constructor', path: [] }]);
  });

  test('can be written literally, with one more &', () => {
    expect(substituteVariables('&&{host} & &{host} &{', variables).value).toBe('&{host} & stage.example &{');
  });

  test('are left alone where a reference means a stored secret', () => {
    const isSecret = (path: readonly (string | number)[]) => path[0] === 'password';
    const { value, unknown } = substituteVariables(
      { password: '&{db}', url: '&{host}' },
      variables,
      isSecret,
    );
    expect([value, unknown]).toEqual([{ password: '&{db}', url: 'stage.example' }, []]);
  });

  test('what they stand for is not filled in again', () => {
    expect(substituteVariables('&{a}', { a: '&{b}', b: 'no' }).value).toBe('&{b}');
  });
});

describe('an overlay', () => {
  test('replaces members at any depth, lists and secrets as a whole, and leaves the rest', () => {
    const base = { a: { b: 1, c: [1, 2] }, s: { $secret: 'one' }, keep: true };
    const over = { a: { c: [3], d: null }, s: { $crypto: { type: 't', value: {} } } };
    expect(overlayJson(base, over)).toEqual({
      a: { b: 1, c: [3], d: null },
      s: { $crypto: { type: 't', value: {} } },
      keep: true,
    });
  });

  property([fc.jsonValue()])('of nothing changes nothing', (value) => {
    expect(overlayJson(value as JsonValue, undefined)).toEqual(value);
    expect(overlayJson(undefined, value as JsonValue)).toEqual(value);
  });
});

describe('pointers', () => {
  property([fc.array(fc.string())])('and paths are two ways to write one place', (path) => {
    expect(fromPointer(toPointer(path))).toEqual(path);
  });

  test.each(['a/b', '/~2', '/a~'])('%s is none', (text) => {
    expect(fromPointer(text)).toBeNull();
  });

  test('find own members only', () => {
    expect(valueAt({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1);
    expect(valueAt({ a: [1] }, ['a', 'length', 'x'])).toBeUndefined();
    expect(valueAt({}, ['constructor'])).toBeUndefined();
  });
});
