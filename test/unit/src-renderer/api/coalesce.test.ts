import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { coalesce, drawingPause } from '#renderer/api/coalesce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('values that come too often', () => {
  test('the first goes at once, what follows goes together, nothing is lost', () => {
    const taken: (readonly number[])[] = [];
    const put = coalesce<number>(
      () => 250,
      (values) => taken.push(values),
    );
    put(1);
    expect(taken).toEqual([[1]]);
    put(2);
    put(3);
    vi.advanceTimersByTime(249);
    expect(taken).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(taken).toEqual([[1], [2, 3]]);
    vi.advanceTimersByTime(1_000);
    put(4);
    expect(taken.at(-1)).toEqual([4]);
  });

  test('a flood of lines is drawn less often than single ones', () => {
    expect(drawingPause(200)).toBeGreaterThan(drawingPause(1));
    expect(drawingPause(1)).toBeLessThanOrEqual(100);
  });
});
