import { describe, expect, test } from 'vitest';
import { appendAt, isJson, positionAt, renameAt, setAt, swapAt } from '#renderer/workbench/json-edits.ts';

const text = `{
  // Kept by the operator.
  "rates": {
    "gold": { "numberOfRequests": 6, "duration": "10 s" }, // six
    "silver": { "numberOfRequests": 3, "duration": "10 s" }
  },
  "unknown": [1, 2]
}
`;

describe('an edit of a document', () => {
  test('changes one value and leaves comments, order and unknown members alone', () => {
    expect(setAt(text, ['rates', 'gold', 'numberOfRequests'], 9)).toBe(
      text.replace('"numberOfRequests": 6', '"numberOfRequests": 9'),
    );
  });

  test('takes a member away; one that is not there changes nothing', () => {
    expect(setAt(text, ['rates', 'silver'], undefined)).not.toContain('silver');
    expect(setAt(text, ['rates', 'bronze'], undefined)).toBe(text);
  });

  test('renames a member in its place, unless the name is taken', () => {
    expect(renameAt(text, ['rates'], 'gold', 'platinum')).toBe(text.replace('"gold"', '"platinum"'));
    expect(renameAt(text, ['rates'], 'gold', 'silver')).toBe(text);
  });

  test('adds to a list, and makes the list where there is none', () => {
    expect(JSON.parse(appendAt('{"list":[1]}', ['list'], 2))).toEqual({ list: [1, 2] });
    expect(JSON.parse(appendAt('{}', ['list'], 1))).toEqual({ list: [1] });
  });

  test('changes neighbours of a list over with what stands inside them', () => {
    const chain = '{"filters": [ { "a": 1 /* first */ }, "b" ]}';
    expect(swapAt(chain, ['filters'], 0, 1)).toBe('{"filters": [ "b", { "a": 1 /* first */ } ]}');
    expect(swapAt(chain, ['filters'], 1, 1)).toBe(chain);
  });

  test('finds the place of a value, and of a character in it', () => {
    expect(positionAt(text, ['rates', 'silver', 'duration'])).toEqual({ line: 5, column: 52 });
    expect(positionAt(text, ['rates', 'silver', 'duration'], 3)).toEqual({ line: 5, column: 56 });
    expect(positionAt(text, ['rates', 'nothing'])).toEqual({ line: 3, column: 12 });
  });

  test('knows a document that is none', () => {
    expect(isJson(text)).toBe(true);
    expect(isJson('oops{')).toBe(false);
  });
});
