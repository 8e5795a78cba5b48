import { describe, expect, test } from 'vitest';
import { numbersOf } from './byte-text-numbers.ts';

const letters = Array.from('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN');
const parts = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));

describe('texts of bytes', () => {
  // So many that some share a hash, and are told apart by the bytes alone.
  test.each([
    ['in the last four bytes', '12345678', '9'],
    ['in what is left before the last four bytes', '12345678', '9012'],
    ['in eight bytes at once', '12', '345678901'],
  ])('that differ %s have numbers of their own', (_, before, after) => {
    const kept = numbersOf(parts.map((part) => before + part + after)).filter((number) => number >= 0);
    expect(new Set(kept).size).toBe(kept.length);
    expect(kept.length).toBeGreaterThan(parts.length - 100);
  });

  test('do not share a hash, whatever their length and wherever they differ', () => {
    for (let length = 3; length <= 40; length += 1)
      for (let at = 0; at + 3 <= length; at += 1) {
        const texts = parts.slice(0, 200).map((part) => 'x'.repeat(at) + part + 'x'.repeat(length - at - 3));
        expect(numbersOf(texts)).not.toContain(-1);
      }
  });

  test('that came before have the numbers of then', () => {
    expect(numbersOf(['abcdefgh', 'abcdefgi', 'abcdefgh'])).toEqual([0, 1, 0]);
    expect(numbersOf(['abc', 'abd', 'abc'])).toEqual([0, 1, 0]);
  });
});
