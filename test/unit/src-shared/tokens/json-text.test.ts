import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJsonObject, withMember } from '#shared/tokens/json-text.ts';
import { property } from '#test/support/property.ts';

const object = fc.dictionary(fc.string(), fc.jsonValue());
const read = (text: string) => {
  const json = readJsonObject(text);
  if (json === null) throw new Error(`It is no object: ${text}`);
  return json;
};

describe('JSON as it was written', () => {
  property([object])('is laid out as the platform lays it out, and keeps its value', (value) => {
    const text = JSON.stringify(value);
    expect(read(text)).toMatchObject({ pretty: JSON.stringify(value, null, 2), compact: text });
    expect(read(JSON.stringify(value, null, 3)).compact).toBe(text);
  });

  test('keeps what a parser would lose: numbers, escapes, repeated members', () => {
    const text = '{"n":12345678901234567890,"e":1.0e3,"s":"\\u00e9","a":1,"a":2}';
    expect(read(text).compact).toBe(text);
    expect(read(text).pretty).toContain('"n": 12345678901234567890,\n  "e": 1.0e3,\n  "s": "\\u00e9"');
  });

  test('names members that stand twice, however they are spelt and however deep', () => {
    expect(read('{"a":1,"\\u0061":2,"b":{"c":1,"c":1},"d":[{"a":1}]}').duplicates).toEqual(['a', 'c']);
    expect(read('{"a":{"b":1},"b":"a"}').duplicates).toEqual([]);
  });

  test('sees half a character in an escape', () => {
    expect(read('{"a":"\\ud83d\\ude00"}').hasLoneSurrogate).toBe(false);
    expect(read('{"a":"\\ud83d"}').hasLoneSurrogate).toBe(true);
    expect(read('{"\\ude00":1}').hasLoneSurrogate).toBe(true);
  });

  test.each(['', '[]', '"a"', '1', 'null', '{', '{"a":1,}', "{'a':1}", '{"a":1}{}', '\uFEFF{}'])(
    'is none in %s',
    (text) => {
      expect(readJsonObject(text)).toBeNull();
    },
  );

  test('is not read where it nests deeper than 64 levels', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(readJsonObject(nested(64))).not.toBeNull();
    expect(readJsonObject(nested(65))).toBeNull();
    expect(readJsonObject(nested(60_000))).toBeNull();
  });
});

describe('a member that is set', () => {
  property([object, fc.string(), fc.jsonValue()])(
    'stands in the object, and everything else as before',
    (value, name, member) => {
      const expected = Object.fromEntries([...Object.entries(value), [name, member]]);
      const changed = JSON.parse(withMember(JSON.stringify(value), name, member));
      expect(changed).toEqual(JSON.parse(JSON.stringify(expected)));
    },
  );

  test('keeps its place and the numbers beside it; undefined takes it out', () => {
    expect(read(withMember('{"a":1.00,"b":2,"c":{"b":3}}', 'b', 'x')).compact).toBe(
      '{"a":1.00,"b":"x","c":{"b":3}}',
    );
    expect(read(withMember('{"a":1.00,"b":2}', 'b', undefined)).compact).toBe('{"a":1.00}');
    expect(read(withMember('{}', 'b', [1])).compact).toBe('{"b":[1]}');
  });
});
