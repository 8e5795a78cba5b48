import { describe, expect, test } from 'vitest';
import { nextIndex } from '#renderer/ui/roving.ts';
import { shortcutOf } from '#renderer/ui/use-shortcuts.ts';

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

test('a shortcut has one name, whichever way round its keys were held', () => {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  expect(shortcutOf({ ...none, key: 'F10' })).toBe('f10');
  expect(shortcutOf({ ...none, key: 'V', ctrlKey: true, shiftKey: true })).toBe('ctrl+shift+v');
  expect(shortcutOf({ ...none, key: 'Enter', metaKey: true })).toBe('ctrl+enter');
});
