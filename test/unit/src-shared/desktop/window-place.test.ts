import { describe, expect, test } from 'vitest';
import { placeWindow, windowPlaceSchema } from '#shared/desktop/index.ts';

const first = { x: 0, y: 25, width: 1_920, height: 1_055 };
const second = { x: 1_920, y: 0, width: 2_560, height: 1_440 };
const usual = { width: 1_440, height: 900 };
const at = (x: number, y: number, width = 1_000, height = 700) => ({
  bounds: { x, y, width, height },
  isMaximised: false,
});

describe('the window', () => {
  test('stands in the middle of the first screen at the first start', () => {
    expect(placeWindow(null, [first, second], usual)).toEqual({ x: 240, y: 103, width: 1_440, height: 900 });
  });

  test('is no larger than the screen', () => {
    const small = { x: 0, y: 0, width: 1_280, height: 720 };
    expect(placeWindow(null, [small], usual)).toEqual({ x: 0, y: 0, width: 1_280, height: 720 });
  });

  test.each([
    ['on the first screen', at(100, 100)],
    ['on the second', at(3_000, 200)],
    ['across both', at(1_700, 100)],
    ['half beyond the edge, as it was left', at(-700, 200)],
  ])('comes back where it was: %s', (_, kept) => {
    expect(placeWindow(kept, [first, second], usual)).toEqual(kept.bounds);
  });

  test.each([
    ['on a screen that is gone', at(3_000, 200)],
    ['above the screen, where nobody could take hold of it', at(100, -300)],
    ['with only a sliver left to see', at(1_900, 200)],
    ['below the screen', at(100, 1_070)],
  ])('is put in the middle where it was %s', (_, kept) => {
    expect(placeWindow(kept, [first], usual)).toEqual({ x: 460, y: 203, width: 1_000, height: 700 });
  });

  test('has a place even without a screen', () => {
    expect(placeWindow(at(5, 5), [], usual)).toEqual({ x: 0, y: 0, width: 1_000, height: 700 });
  });

  test.each([{ width: 0 }, { height: -5 }, { x: 0.5 }, { y: 'top' }])('has no place such as %j', (wrong) => {
    const kept = { bounds: { ...at(0, 0).bounds, ...wrong }, isMaximised: false };
    expect(windowPlaceSchema.safeParse(kept).success).toBe(false);
  });
});
