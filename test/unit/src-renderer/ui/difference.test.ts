import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { difference } from '#renderer/ui/difference.ts';
import { property } from '#test/support/property.ts';

describe('the difference of two values', () => {
  test('is the one byte that was changed', () => {
    expect(difference('abcK', 'abck')).toEqual({ before: 'abc', changed: 'K', after: '' });
  });

  test('never counts a shared character at both ends', () => {
    expect(difference('aa', 'a')).toEqual({ before: 'a', changed: 'a', after: '' });
    expect(difference('a', 'aa')).toEqual({ before: 'a', changed: '', after: '' });
  });

  property([fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })])(
    'puts the value together again, and shares both ends with the other',
    (text, other) => {
      const { before, changed, after } = difference(text, other);
      expect(before + changed + after).toBe(text);
      expect(other.startsWith(before)).toBe(true);
      expect(other.endsWith(after)).toBe(true);
    },
  );
});
