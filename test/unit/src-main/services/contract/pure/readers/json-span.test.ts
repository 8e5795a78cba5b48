import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonSpan } from '#main/services/contract/pure/readers/json-span.ts';
import { openJsonText, openStrictJson } from '#main/services/contract/pure/readers/json-text.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { property } from '#test/support/property.ts';

/** Every path in a value, each with what stands there. */
function pathsOf(value: JsonValue, path: JsonPath = []): readonly (readonly [JsonPath, JsonValue])[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, member]) =>
          pathsOf(member, [...path, Array.isArray(value) ? Number(name) : name]),
        )
      : [];
  return [[path, value], ...inside];
}

property([fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2, '\t')])(
  'the stretch of every value is that value, whatever the document and its spaces',
  (value, indent) => {
    const text = JSON.stringify(value, null, indent);
    for (const [path, part] of pathsOf(JSON.parse(text) as JsonValue)) {
      const { span, isThere } = findJsonSpan(text, path);
      expect(isThere).toBe(true);
      expect(JSON.parse(text.slice(span.at, span.at + span.length))).toEqual(part);
      expect(openJsonText(text).spanOf(path)).toEqual(span);
    }
  },
);

test('what is missing stands where the closest around it does', () => {
  const text = '{"a": {"b": [1, 2]}}';
  const missing = (path: JsonPath) => {
    const { span, isThere } = findJsonSpan(text, path);
    return [isThere, text.slice(span.at, span.at + span.length)];
  };
  expect(missing(['a', 'c'])).toEqual([false, '{"b": [1, 2]}']);
  expect(missing(['a', 'b', 5])).toEqual([false, '[1, 2]']);
  expect(missing(['a', 'b', 0, 'x'])).toEqual([false, '1']);
});

test('a member is found by its name however that is written', () => {
  const text = String.raw`{"x": "}\"", "ab": 1, "a": 2}`;
  const { span } = findJsonSpan(text, ['a']);
  expect(text.slice(span.at, span.at + span.length)).toBe('2');
  expect(findJsonSpan(text, ['ab']).isThere).toBe(true);
});

property([fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', '1', ' ') })])(
  'any text at all ends the search',
  (text) => {
    const { span } = findJsonSpan(text, ['a', 0, 'b']);
    expect(span.at + span.length).toBeLessThanOrEqual(Math.max(text.length, 1));
  },
);

test('an entry that is deeper than any stack is edited where it is asked for', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const text = `{"deep": ${deep}, "url": "a"}`;
  expect(openStrictJson(text).set(['url'], 'b')).toEqual([{ at: text.length - 4, length: 3, text: '"b"' }]);
});
