/** Keys that write nothing: a text is typed by `change`, so that no password can stand in a file key by key. */
export const signInKeys = [
  'Enter',
  'Tab',
  'Escape',
  'Space',
  'Backspace',
  'Delete',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Shift',
  'Control',
  'Alt',
  'Meta',
] as const;
export type SignInKey = (typeof signInKeys)[number];

/** Other names by which recordings call these keys. */
const otherNames: Readonly<Record<string, SignInKey>> = {
  ' ': 'Space',
  '\r': 'Enter',
  '\n': 'Enter',
  NumpadEnter: 'Enter',
  ShiftLeft: 'Shift',
  ShiftRight: 'Shift',
  ControlLeft: 'Control',
  ControlRight: 'Control',
  AltLeft: 'Alt',
  AltRight: 'Alt',
  MetaLeft: 'Meta',
  MetaRight: 'Meta',
};

/** The key by any of its names; null: it writes a character, or a sign-in has no use for it. */
export function signInKeyOf(name: string): SignInKey | null {
  if (Object.hasOwn(otherNames, name)) return otherNames[name] ?? null;
  return signInKeys.find((key) => key === name) ?? null;
}
