import { describe, expect, test } from 'vitest';
import { nextIndex } from '#renderer/ui/roving.ts';

describe('arrow keys', () => {
  test('stop at the ends of a list and go round in tabs', () => {
    expect(nextIndex('ArrowDown', 6, 7, false)).toBe(6);
    expect(nextIndex('ArrowRight', 6, 7, true)).toBe(0);
    expect(nextIndex('ArrowUp', 0, 7, false)).toBe(0);
    expect(nextIndex('ArrowLeft', 0, 7, true)).toBe(6);
  });

  test('lead to the ends with Home and End, and nowhere with other keys or in an empty list', () => {
    expect(nextIndex('Home', 4, 7, false)).toBe(0);
    expect(nextIndex('End', 4, 7, false)).toBe(6);
    expect(nextIndex('Enter', 4, 7, false)).toBeNull();
    expect(nextIndex('End', -1, 0, false)).toBeNull();
  });
});
