const modifierNames: ReadonlyMap<string, string> = new Map([
  ['ctrl', 'CommandOrControl'],
  ['alt', 'Alt'],
  ['shift', 'Shift'],
]);

const keyNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    arrowleft: 'Left',
    arrowright: 'Right',
    arrowup: 'Up',
    arrowdown: 'Down',
    pageup: 'PageUp',
    pagedown: 'PageDown',
    home: 'Home',
    end: 'End',
    escape: 'Escape',
    enter: 'Enter',
    space: 'Space',
    tab: 'Tab',
    delete: 'Delete',
    insert: 'Insert',
    backspace: 'Backspace',
  }),
);

function mainKey(key: string): string | null {
  if (/^[a-z0-9]$/.test(key)) return key.toUpperCase();
  if (/^f(?:[1-9]|1\d|2[0-4])$/.test(key)) return key.toUpperCase();
  if (/^[,./;'[\]\\`=-]$/.test(key)) return key;
  return keyNames.get(key) ?? null;
}

/**
 * A key of the page, `ctrl+shift+p`, as menus of the system spell it; null for one that they do not know, and for one
 * that types text: in a menu it could not be told from typing.
 */
export function acceleratorOf(key: string): string | null {
  const parts = key.split('+');
  const held = parts.slice(0, -1).map((part) => modifierNames.get(part));
  const main = mainKey(parts.at(-1) ?? '');
  if (main === null || held.includes(undefined)) return null;
  const isTyping = held.every((name) => name === 'Shift') && main.length === 1;
  return isTyping ? null : [...held, main].join('+');
}
