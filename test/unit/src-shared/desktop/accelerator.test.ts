import { expect, test } from 'vitest';
import { acceleratorOf } from '#shared/desktop/index.ts';

test.each([
  ['ctrl+k', 'CommandOrControl+K'],
  ['ctrl+shift+p', 'CommandOrControl+Shift+P'],
  ['alt+arrowleft', 'Alt+Left'],
  ['ctrl+\\', 'CommandOrControl+\\'],
  ['ctrl+,', 'CommandOrControl+,'],
  ['f10', 'F10'],
  ['shift+f5', 'Shift+F5'],
  ['alt+pagedown', 'Alt+PageDown'],
])('a menu shows %s as %s', (key, accelerator) => {
  expect(acceleratorOf(key)).toBe(accelerator);
});

test.each(['?', 'k', 'shift+k', '7', 'hyper+k', 'ctrl+ö', 'ctrl+', '', 'f25', 'ctrl+constructor'])(
  'a menu shows no key for %j: it would take a letter from who types, or is none that it knows',
  (key) => {
    expect(acceleratorOf(key)).toBeNull();
  },
);
