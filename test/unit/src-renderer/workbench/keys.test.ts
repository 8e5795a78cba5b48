import { describe, expect, test } from 'vitest';
import { showKey } from '#renderer/ui/show-key.ts';
import { isTypingKey, keyNameOf, parseKeyName } from '#renderer/workbench/keys.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {},
  code = '',
) => keyNameOf({ key, code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

describe('the name of a pressed key', () => {
  test('has its modifiers in one order, and Command counts as Ctrl', () => {
    expect(press('K', { ctrlKey: true, shiftKey: true })).toBe('ctrl+shift+k');
    expect(press('k', { metaKey: true })).toBe('ctrl+k');
    expect(press('F10')).toBe('f10');
    expect(press(' ')).toBe('space');
  });

  test('a sign that needs Shift says so itself', () => {
    expect(press('?', { shiftKey: true })).toBe('?');
    expect(press('A', { shiftKey: true })).toBe('shift+a');
  });

  test('with Alt the place on the keyboard counts, whatever letter the system gives', () => {
    expect(press('œ', { altKey: true }, 'KeyO')).toBe('alt+o');
    expect(press('¡', { altKey: true }, 'Digit1')).toBe('alt+1');
  });

  test('a modifier alone is no key', () => {
    expect(press('Shift', { shiftKey: true })).toBe('');
    expect(press('Control', { ctrlKey: true })).toBe('');
  });
});

describe('keys in words', () => {
  test('what a person writes gets the one spelling', () => {
    expect(parseKeyName('Shift + Ctrl + P')).toBe('ctrl+shift+p');
    expect(parseKeyName('cmd k')).toBe('ctrl+k');
    expect(parseKeyName('hyper+k')).toBeNull();
    expect(parseKeyName('')).toBeNull();
  });

  test('are shown as the system shows them', () => {
    expect(showKey('ctrl+shift+k', false)).toBe('Ctrl Shift K');
    expect(showKey('ctrl+k', true)).toBe('⌘ K');
    expect(showKey('alt+arrowleft', false)).toBe('Alt ←');
  });

  test('single letters are told from chords', () => {
    expect(['?', 'd', 'shift+d', 'space'].map(isTypingKey)).toEqual([true, true, true, true]);
    expect(['ctrl+d', 'alt+d', 'f8', 'escape'].map(isTypingKey)).toEqual([false, false, false, false]);
  });
});
