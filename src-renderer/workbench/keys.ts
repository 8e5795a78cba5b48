import { strings } from '../words/strings.ts';

/**
 * Keys are written in lower case with their modifiers in one order: `ctrl+alt+shift+k`, `f10`, `?`. `ctrl` is Command on
 * a Mac.
 */
export type KeyName = string;

const modifiers = ['ctrl', 'alt', 'shift'] as const;

/** What is needed of a keyboard event. */
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
  const place = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  if (altKey && place !== null) return (place[1] ?? place[2] ?? '').toLowerCase();
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

/** Whether the key is a single letter, digit or sign, or the space: it types text wherever text can be typed. */
export function isTypingKey(name: KeyName): boolean {
  const bare = name.replace(/^shift\+/, '');
  return !/^(?:ctrl|alt)\+/.test(name) && (bare.length === 1 || bare === 'space');
}

const { ctrl, alt, shift, enter, space, delete: del, pageup, pagedown } = strings.keyNames;
const shownNames: Readonly<Record<string, string>> = {
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  escape: 'Esc',
  enter,
  space,
  delete: del,
  pageup,
  pagedown,
};

/** A key as buttons and lists show it: `Ctrl K`, `Shift F5`; on a Mac `⌘ K`, `⇧ F5`. */
export function showKey(name: KeyName, isMac: boolean): string {
  const words: Readonly<Record<string, string>> = isMac
    ? { ctrl: '⌘', alt: '⌥', shift: '⇧' }
    : { ctrl, alt, shift };
  return name
    .split('+')
    .map((part) => words[part] ?? shownNames[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
}
