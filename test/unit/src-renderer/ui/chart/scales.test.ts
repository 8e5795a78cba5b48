import { describe, expect, test } from 'vitest';
import { axisText, clampView, timeLines, timeText, valueScale, zoomed } from '#renderer/ui/chart/scales.ts';

describe('an axis of values', () => {
  test('ends at a round number, has at most five parts, and counts nothing between whole numbers', () => {
    expect(valueScale(8)).toEqual({ top: 8, lines: [0, 2, 4, 6, 8] });
    expect(valueScale(1)).toEqual({ top: 1, lines: [0, 1] });
    expect(valueScale(13).lines).toEqual([0, 5, 10, 15]);
    expect(valueScale(1_234_567).lines).toEqual([0, 500_000, 1_000_000, 1_500_000]);
  });

  test('of seconds has steps below one; of nothing it still has a height', () => {
    expect(valueScale(0.4, false).lines).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
    expect(valueScale(0).top).toBe(1);
    expect(valueScale(Number.NaN).top).toBe(1);
  });
});

test('large values beside an axis are short', () => {
  expect([0, 0.5, 2_500, 20_000, 1_500_000, -6].map(axisText)).toEqual([
    '0',
    '0.5',
    '2500',
    '20k',
    '1.5M',
    '-6',
  ]);
});

describe('an axis of time', () => {
  test('has labels at round instants inside the view', () => {
    expect(timeLines({ fromSeconds: 0, untilSeconds: 60 }, 8)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(timeLines({ fromSeconds: 12.4, untilSeconds: 12.9 }, 5)).toEqual([
      12.4, 12.5, 12.6, 12.7, 12.8, 12.9,
    ]);
    expect(timeLines({ fromSeconds: 0, untilSeconds: 86_400 }, 6)).toHaveLength(5);
  });

  test('reads in seconds, minutes or hours, whatever its length asks for', () => {
    expect(timeText(12.6, 60, 0.1)).toBe('12.6');
    expect(timeText(90, 600, 30)).toBe('1:30');
    expect(timeText(90.5, 600, 0.5)).toBe('1:30.5');
    expect(timeText(5_400, 86_400, 1_800)).toBe('1:30');
    expect(timeText(5_425, 86_400, 5)).toBe('1:30:25');
  });
});

describe('the part of time that is shown', () => {
  test('keeps the instant of the cursor in its place when it is zoomed', () => {
    expect(zoomed({ fromSeconds: 0, untilSeconds: 40 }, 10, 0.5)).toEqual({
      fromSeconds: 5,
      untilSeconds: 25,
    });
  });

  test('never leaves the whole, and never becomes shorter than can be drawn', () => {
    expect(clampView({ fromSeconds: -5, untilSeconds: 15 }, 60, 1)).toEqual({
      fromSeconds: 0,
      untilSeconds: 20,
    });
    expect(clampView({ fromSeconds: 55, untilSeconds: 75 }, 60, 1)).toEqual({
      fromSeconds: 40,
      untilSeconds: 60,
    });
    expect(clampView({ fromSeconds: 5, untilSeconds: 5.1 }, 60, 1)).toEqual({
      fromSeconds: 5,
      untilSeconds: 6,
    });
    expect(clampView({ fromSeconds: 0, untilSeconds: 900 }, 60, 1)).toEqual({
      fromSeconds: 0,
      untilSeconds: 60,
    });
  });
});
