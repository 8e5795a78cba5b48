import { describe, expect, test } from 'vitest';
import { percentile, spreadOf } from '#test/bench/harness/statistics.ts';

describe('the spread of some samples', () => {
  test('has the middle one as its median, whatever their order', () => {
    expect(spreadOf([9, 1, 5])).toEqual({ median: 5, lowest: 1, highest: 9 });
  });

  test('lies between the middle two where their number is even', () => {
    expect(spreadOf([1, 100, 3, 4])).toEqual({ median: 3.5, lowest: 1, highest: 100 });
  });

  test('of one sample is that sample', () => {
    expect(spreadOf([7])).toEqual({ median: 7, lowest: 7, highest: 7 });
  });

  test('orders numbers as numbers', () => {
    expect(spreadOf([10, 9, 100]).median).toBe(10);
  });

  test.each([
    ['nothing', [], 'Nothing was measured'],
    ['what is no number', [1, Number.NaN], 'no number'],
    ['a division by nothing', [1, Number.POSITIVE_INFINITY], 'no number'],
  ])('of %s is an error, never a figure', (_, samples, message) => {
    expect(() => spreadOf(samples)).toThrow(message);
  });
});

describe('a percentile', () => {
  test('is the number below which that share of the numbers lies', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(hundred, 95)).toBe(95);
    expect(percentile([5], 95)).toBe(5);
    expect(() => percentile([], 95)).toThrow('Nothing was measured');
  });
});
