import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AttributeDefinition,
  type AttributeFlag,
  type AttributeType,
  attributeTypes,
} from '#shared/connectors/configuration/index.ts';
import { convertValue } from '#shared/connectors/values/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** The values that a type takes, with their results, and those that it refuses. */
interface Examples {
  readonly takes: readonly (readonly [from: JsonValue, to: JsonValue])[];
  readonly refuses: readonly JsonValue[];
  readonly code: string;
}

const examples: Readonly<Record<AttributeType, Examples>> = {
  STRING: {
    takes: [
      ['a', 'a'],
      ['', ''],
      [26, '26'],
      [true, 'true'],
    ],
    refuses: [{ a: 1 }],
    code: 'connector.value-not-text',
  },
  BOOLEAN: {
    takes: [
      [true, true],
      ['FALSE', false],
      [1, true],
      [0, false],
    ],
    refuses: ['yes', 2, {}],
    code: 'connector.value-not-boolean',
  },
  INTEGER: {
    takes: [
      [7, 7],
      ['-12', -12],
      [9_007_199_254_740_991, 9_007_199_254_740_991],
    ],
    refuses: [1.5, '1.5', '9007199254740993', '', 'x', true, {}],
    code: 'connector.value-not-integer',
  },
  DECIMAL: {
    takes: [
      [1.5, 1.5],
      ['1.5', 1.5],
      ['-2e3', -2000],
      [7, 7],
    ],
    refuses: ['', 'x', '0x10', '1e999', true, {}],
    code: 'connector.value-not-number',
  },
  DATETIME: {
    takes: [
      ['2026-07-01T08:30:00Z', '2026-07-01T08:30:00Z'],
      ['2024-02-29', '2024-02-29'],
      ['2026-07-01T08:30:00.123+02:00', '2026-07-01T08:30:00.123+02:00'],
    ],
    refuses: ['2026-02-29', '2026-13-01', '2026-07-01T25:00:00Z', 'yesterday', 1_700_000_000, {}],
    code: 'connector.value-not-datetime',
  },
  BINARY: {
    takes: [
      ['aGk=', 'aGk='],
      ['aGk', 'aGk='],
      ['_-8', '/+8='],
      ['', ''],
    ],
    refuses: ['a', 'a b!', '+_aa', 7, {}],
    code: 'connector.value-not-binary',
  },
  COMPLEX: {
    takes: [[{ a: [1] }, { a: [1] }]],
    refuses: ['a', 7, true],
    code: 'connector.value-not-object',
  },
  REFERENCE: {
    takes: [
      ['7', '7'],
      [7, '7'],
      [{ _ref: 'x' }, { _ref: 'x' }],
    ],
    refuses: [true],
    code: 'connector.value-not-reference',
  },
};

const definition = (type: AttributeType, ...flags: readonly AttributeFlag[]): AttributeDefinition => ({
  fieldName: 'x',
  type,
  flags: [...flags],
});
const codeOf = (attribute: AttributeDefinition, value: JsonValue) => {
  const converted = convertValue(attribute, value);
  return 'problem' in converted ? converted.problem.code : null;
};

describe.each(attributeTypes)('a value of the type %s', (type) => {
  const { takes, refuses, code } = examples[type];
  const single = definition(type);
  const multi = definition(type, 'MULTIVALUED');

  test.each(takes)('%j becomes %j, alone and in a list', (from, to) => {
    expect(convertValue(single, from)).toEqual({ value: to });
    expect(convertValue(multi, [from, from])).toEqual({ value: [to, to] });
    expect(convertValue(multi, from)).toEqual({ value: [to] });
    expect(convertValue(single, [from])).toEqual({ value: to });
    // A converted value converts to itself.
    expect(convertValue(single, to)).toEqual({ value: to });
  });

  test.each(refuses.map((value) => [value]))('%j is refused by name', (value) => {
    expect(codeOf(single, value)).toBe(code);
    expect(codeOf(multi, [value])).toBe(code);
  });

  test('null is null, and nothing in a list', () => {
    expect(convertValue(single, null)).toEqual({ value: null });
    expect(convertValue(multi, null)).toEqual({ value: null });
    expect(convertValue(multi, [null])).toEqual({ value: [] });
    expect(convertValue(single, [])).toEqual({ value: null });
  });

  test('several values for one are refused', () => {
    const [value = null] = takes[0] ?? [];
    expect(codeOf(single, [value, value])).toBe('connector.value-several');
  });

  test('lists in lists are refused', () => {
    expect(codeOf(multi, [[['a']]])).toBe(code);
  });
});

test('a message names attribute, type and value, and cuts what is long', () => {
  const converted = convertValue(definition('INTEGER'), 'x'.repeat(200));
  if (!('problem' in converted)) throw new Error('It was converted.');
  expect(converted.problem.message).toMatch(/^x has the type INTEGER, but "x+… is not a safe integer/);
  expect(converted.problem.message.length).toBeLessThan(160);
});

test('what is converted once stays as it is', () => {
  const anything = fc.jsonValue({ maxDepth: 2 });
  fc.assert(
    fc.property(fc.constantFrom(...attributeTypes), fc.boolean(), anything, (type, isMulti, value) => {
      const attribute = isMulti ? definition(type, 'MULTIVALUED') : definition(type);
      const once = convertValue(attribute, value as JsonValue);
      if ('value' in once) expect(convertValue(attribute, once.value)).toEqual(once);
    }),
  );
});
