import { describe, expect, test } from 'vitest';
import { moveTo, noSelection, selectedCount, selectedRange } from '#renderer/features/activity/selection.ts';
import { gridMove } from '#renderer/ui/grid-keys.ts';
import { visibleRange } from '#renderer/ui/use-visible-rows.ts';

describe('selecting rows', () => {
  test('Shift extends from where the selection began, in both directions', () => {
    const at5 = moveTo(noSelection, 5, false);
    expect(selectedRange(moveTo(at5, 8, true))).toEqual({ from: 5, to: 8 });
    expect(selectedRange(moveTo(moveTo(at5, 8, true), 2, true))).toEqual({ from: 2, to: 5 });
    expect(selectedCount(moveTo(at5, 8, false))).toBe(1);
    expect(selectedCount(noSelection)).toBe(0);
  });
});

describe('keys of the grid', () => {
  const key = (name: string, shiftKey = false) => ({
    key: name,
    shiftKey,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
  });
  test('arrows, pages, Home and End stay inside', () => {
    expect(gridMove(key('ArrowDown'), -1, 100, 20)).toEqual({ to: 0, extends: false });
    expect(gridMove(key('ArrowUp'), -1, 100, 20)).toEqual({ to: 99, extends: false });
    expect(gridMove(key('PageDown', true), 95, 100, 20)).toEqual({ to: 99, extends: true });
    expect(gridMove(key('Home'), 50, 100, 20)).toEqual({ to: 0, extends: false });
    expect(gridMove(key('End'), 50, 100_000, 20)).toEqual({ to: 99_999, extends: false });
  });
  test('other keys and chords move nothing', () => {
    expect(gridMove(key('d'), 1, 100, 20)).toBeNull();
    expect(gridMove({ ...key('ArrowDown'), ctrlKey: true }, 1, 100, 20)).toBeNull();
    expect(gridMove(key('ArrowDown'), 0, 0, 20)).toBeNull();
  });
});

describe('rows in view', () => {
  test('a few more than are seen are drawn, never beyond the ends', () => {
    expect(visibleRange(0, 520, 26, 100_000)).toEqual({ from: 0, to: 30 });
    expect(visibleRange(26_000, 520, 26, 100_000)).toEqual({ from: 990, to: 1_030 });
    expect(visibleRange(2_599_480, 520, 26, 100_000).to).toBe(99_999);
    const none = visibleRange(0, 520, 26, 0);
    expect(none.to).toBeLessThan(none.from);
  });
});
