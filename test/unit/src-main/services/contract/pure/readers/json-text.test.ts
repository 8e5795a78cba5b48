import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openJsonText, parseJsonText } from '#main/services/contract/pure/index.ts';
import { applyEdits } from '#shared/contract/index.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { property } from '#test/support/property.ts';

/** A document as people write it, with a comment behind every comma and bracket. */
interface Written {
  readonly text: string;
  readonly value: JsonValue;
}

const gap = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n\t',
  '\n    ',
  ' /* , } */ ',
  ' // ] ,\n',
  '\n// "a": 1,\n  ',
);
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));

const { written } = fc.letrec<{ written: Written }>((tie) => ({
  written: fc.oneof(
    { maxDepth: 3 },
    scalar.map((value) => ({ text: JSON.stringify(value), value })),
    fc
      .tuple(fc.array(fc.tuple(tie('written'), gap, gap), { maxLength: 4 }), gap, fc.boolean())
      .map(([items, last, hasComma]) => ({
        text: `[${items.map(([item, before, after]) => before + item.text + after).join(',')}${hasComma && items.length > 0 ? ',' : ''}${last}]`,
        value: items.map(([item]) => item.value),
      })),
    fc
      .tuple(
        fc.uniqueArray(
          fc.tuple(
            fc.oneof(fc.constantFrom('__proto__', 'constructor'), fc.string()),
            tie('written'),
            gap,
            gap,
          ),
          { maxLength: 4, selector: ([name]) => name },
        ),
        gap,
        fc.boolean(),
      )
      .map(([members, last, hasComma]) => ({
        text: `{${members.map(([name, item, before, after]) => `${before}${JSON.stringify(name)}:${before}${item.text}${after}`).join(',')}${hasComma && members.length > 0 ? ',' : ''}${last}}`,
        value: Object.fromEntries(members.map(([name, item]) => [name, item.value])),
      })),
  ),
}));

function pathsIn(value: JsonValue, path: JsonPath = []): readonly JsonPath[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([name, each]) =>
    pathsIn(each, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return [path, ...inside];
}

/** The value without what is at a path. */
function without(value: JsonValue, [step, ...rest]: JsonPath): JsonValue {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).flatMap((each, index) =>
      index !== step ? [each] : rest.length === 0 ? [] : [without(each, rest)],
    );
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([name, each]: [string, JsonValue]) =>
      name !== step ? [[name, each]] : rest.length === 0 ? [] : [[name, without(each, rest)]],
    ),
  );
}

const commentsOf = (text: string) => text.match(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g) ?? [];
const onlyComments = (text: string) => commentsOf(text).filter((each) => each.startsWith('/'));

describe('what is taken out of a document', () => {
  property([written, fc.nat()], { numRuns: 500 })(
    'leaves one that parses and holds all else, with all comments that are not in what is gone',
    ({ text, value }, pick) => {
      expect(parseJsonText(text, 'a.json')).toEqual(value);
      const paths = pathsIn(value).filter(({ length }) => length > 0);
      const path = paths[pick % Math.max(1, paths.length)];
      if (path === undefined) return;
      const json = openJsonText(text);
      const { at, length } = json.spanOf(path);
      const after = applyEdits(text, json.set(path, undefined));
      expect(parseJsonText(after, 'a.json')).toEqual(without(value, path));
      const gone = onlyComments(text.slice(at, at + length));
      const kept = onlyComments(after);
      const between = onlyComments(text).length - gone.length - kept.length;
      // Between its name and its value a member may hold one too.
      expect(between).toBeGreaterThanOrEqual(0);
      expect(between).toBeLessThanOrEqual(2);
    },
  );

  test.each([
    ['{"a": [1, 2, 3], "b": 1}', ['a', 2], '{"a": [1, 2], "b": 1}'],
    ['{"a": [1, 2, 3], "b": 1}', ['a', 0], '{"a": [2, 3], "b": 1}'],
    ['{ "a": 1 }', ['a'], '{}'],
    ['{\n  "a": 1,\n  "b": 2\n}\n', ['b'], '{\n  "a": 1\n}\n'],
    ['{\n  "a": 1, // of a\n  "b": 2\n}', ['b'], '{\n  "a": 1 // of a\n}'],
    ['{\n  "a": 1,\n  // of b\n  "b": 2,\n  "c": 3\n}', ['b'], '{\n  "a": 1,\n  // of b\n  "c": 3\n}'],
    ['{"a": 1, "b": 2,}', ['b'], '{"a": 1, }'],
    ['{"a": 1}', ['b'], '{"a": 1}'],
    ['[1]', [], '[1]'],
  ])('%j without %j', (text, path, after) => {
    expect(applyEdits(text, openJsonText(text).set(path as JsonPath, undefined))).toBe(after);
  });

  test('nothing is, where another of the same name would come to light', () => {
    const json = openJsonText('{"a": 1, "a": 2}');
    expect(json.set(['a'], undefined)).toEqual([]);
    expect(json.spanOf(['a'])).toEqual({ at: 14, length: 1 });
  });
});

describe('what is put into a document', () => {
  test('a list stays in its line', () => {
    const text = '{"scopes": ["a","b"], "c": 1}';
    expect(applyEdits(text, openJsonText(text).set(['scopes'], ['a']))).toBe('{"scopes": ["a"], "c": 1}');
  });

  test('lines are indented and ended as those around them', () => {
    const text = '{\r\n\t"scopes": [\r\n\t\t"a",\r\n\t\t"b"\r\n\t],\r\n\t"c": 1\r\n}';
    expect(applyEdits(text, openJsonText(text).set(['scopes'], ['a']))).toBe(
      '{\r\n\t"scopes": [\r\n\t\t"a"\r\n\t],\r\n\t"c": 1\r\n}',
    );
  });
});
