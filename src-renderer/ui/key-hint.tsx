import { strings } from '../words/strings.ts';
import { isMac } from './is-mac.ts';

const { ctrl, alt, shift, enter } = strings.keyNames;
const spoken: Readonly<Record<string, string>> = isMac()
  ? { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' }
  : { Ctrl: ctrl, Alt: alt, Shift: shift, Enter: enter };

export interface KeyHintProps {
  /** A key with what is held for it, apart by spaces: `Ctrl S`. */
  readonly keys: string;
  readonly className?: string;
}

/** The key of an act, as it stands on this keyboard; screens that are read aloud have it from the act itself. */
export function KeyHint({ keys, className }: KeyHintProps) {
  const text = keys
    .split(' ')
    .map((part) => spoken[part] ?? part)
    .join(' ');
  return (
    <kbd aria-hidden="true" className={className}>
      {text}
    </kbd>
  );
}
