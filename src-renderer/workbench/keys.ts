import type { KeyName } from '../ui/show-key.ts';

const modifiers = ['ctrl', 'alt', 'shift'] as const;

/** The members of a keyboard event that are used. */
export type KeyEvent = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The name of the key that was pressed; empty for a modifier alone. */
export function keyNameOf(event: KeyEvent): KeyName {
  if (['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead'].includes(event.key)) return '';
  const held = { ctrl: event.ctrlKey || event.metaKey, alt: event.altKey, shift: event.shiftKey };
  const key = mainKey(event);
  // A sign that needs Shift on this keyboard already says so itself.
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key) && !held.ctrl && !held.alt;
  return [...modifiers.filter((name) => held[name] && !(name === 'shift' && isSign)), key].join('+');
}

/** With Alt some systems give another letter: then the place of the key on the keyboard counts. */
function mainKey({ key, code, altKey }: KeyEvent): string {
  const keyName = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  if (altKey && keyName !== null) return (keyName[1] ?? keyName[2] ?? '').toLowerCase();
  if (key === ' ') return 'space';
  return key.toLowerCase();
}

/** Puts a key that a person wrote into the one spelling; null where it is none. */
export function parseKeyName(text: string): KeyName | null {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/\s*\+\s*|\s+/)
    .map((part) => (part === 'cmd' || part === 'meta' || part === 'control' ? 'ctrl' : part));
  const key = parts.at(-1) ?? '';
  const held = parts.slice(0, -1);
  if (key === '' || !held.every((part) => (modifiers as readonly string[]).includes(part))) return null;
  return [...modifiers.filter((name) => held.includes(name)), key].join('+');
}

/** True if the key is a single letter, digit or sign, or the space: it types text wherever text can be typed. */
export function isTypingKey(name: KeyName): boolean {
  const bare = name.replace(/^shift\+/, '');
  return !/^(?:ctrl|alt)\+/.test(name) && (bare.length === 1 || bare === 'space');
}
