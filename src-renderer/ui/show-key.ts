import { sharedMessages } from '../words/shared-messages.ts';
import { isMac } from './is-mac.ts';

/**
 * Keys are written in lower case with their modifiers in one order: `ctrl+alt+shift+k`, `f10`, `?`. `ctrl` is Command on
 * a Mac.
 */
export type KeyName = string;

const { ctrl, alt, shift, enter, space, delete: del, pageup, pagedown } = sharedMessages.keyNames;
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
export function showKey(name: KeyName, onMac = isMac()): string {
  const messages: Readonly<Record<string, string>> = onMac
    ? { ctrl: '⌘', alt: '⌥', shift: '⇧' }
    : { ctrl, alt, shift };
  return name
    .split('+')
    .map((part) => messages[part] ?? shownNames[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
}
