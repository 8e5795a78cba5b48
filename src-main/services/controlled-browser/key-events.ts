import type { SignInKey } from '#shared/sign-ins/index.ts';

interface KeyEvent {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  /** Keys that write, or send a form, write this. */
  readonly text?: string;
}

const named = (key: string, windowsVirtualKeyCode: number): KeyEvent => ({
  key,
  code: key,
  windowsVirtualKeyCode,
});
const left = (key: string, windowsVirtualKeyCode: number): KeyEvent => ({
  key,
  code: `${key}Left`,
  windowsVirtualKeyCode,
});

/** The keys of a keyboard as the DevTools protocol presses them. */
export const keyEvents: Readonly<Record<SignInKey, KeyEvent>> = {
  Enter: { ...named('Enter', 13), text: '\r' },
  Tab: named('Tab', 9),
  Escape: named('Escape', 27),
  Space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
  Backspace: named('Backspace', 8),
  Delete: named('Delete', 46),
  Home: named('Home', 36),
  End: named('End', 35),
  PageUp: named('PageUp', 33),
  PageDown: named('PageDown', 34),
  ArrowUp: named('ArrowUp', 38),
  ArrowDown: named('ArrowDown', 40),
  ArrowLeft: named('ArrowLeft', 37),
  ArrowRight: named('ArrowRight', 39),
  Shift: left('Shift', 16),
  Control: left('Control', 17),
  Alt: left('Alt', 18),
  Meta: left('Meta', 91),
};
