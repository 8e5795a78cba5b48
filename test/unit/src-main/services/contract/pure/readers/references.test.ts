import { expect, test } from 'vitest';
import { dereferenced, parseJsonText } from '#main/services/contract/pure/index.ts';

const read = (text: string) => dereferenced(parseJsonText(text, 'bodies.json'), text, 'bodies.json');
const failureOf = (text: string) => {
  try {
    read(text);
  } catch (error) {
    return error as { code: string; message: string; location: object };
  }
  throw new Error('It was read.');
};

test('what a reference names stands in its place, as often as it is named', () => {
  const text =
    '{"defs": {"p": {"min": 8}, "q": {"$ref": "#/defs/p"}}, "a": {"$ref": "#/defs/q"}, "b": [{"$ref": "#/defs/p"}]}';
  expect(read(text)).toMatchObject({ a: { min: 8 }, b: [{ min: 8 }] });
});

test('references to other documents stay as they are', () => {
  expect(read('{"a": {"$ref": "other.json#/x"}}')).toEqual({ a: { $ref: 'other.json#/x' } });
});

test.each([
  ['itself', '{\n "a": {"$ref": "#/a"}}'],
  ['the whole', '{\n "a": {"b": {"$ref": "#"}}}'],
  ['each other', '{\n "a": {"x": {"$ref": "#/b"}},\n "b": {"y": {"$ref": "#/a"}}}'],
])('references that lead back to %s are refused with their place', (_name, text) => {
  const { code, message, location } = failureOf(text);
  expect(code).toBe('contract.cyclic-reference');
  expect(message).toMatch(/line [23], column \d+ is circular: it points back to/);
  expect(location).toMatchObject({ file: 'bodies.json' });
});

test('a reference to nothing is refused', () => {
  expect(failureOf('{"a": {"$ref": "#/gone"}}').message).toContain('points to /gone, which does not exist');
});

test('references that multiply are stopped', () => {
  const levels = Array.from(
    { length: 20 },
    (_, level) => `"l${level}": [{"$ref": "#/l${level + 1}"}, {"$ref": "#/l${level + 1}"}]`,
  );
  expect(failureOf(`{${levels.join(',')}, "l20": {}}`).message).toContain('too many values');
});
