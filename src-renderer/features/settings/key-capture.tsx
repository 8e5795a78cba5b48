import { type KeyboardEvent, useEffect, useRef } from 'react';
import { keyNameOf } from '../../workbench/keys.ts';
import { settingsMessages } from './words.ts';

export interface KeyCaptureProps {
  readonly label: string;
  /** The key that was pressed, null for none (Backspace); Escape calls `onCancel`. */
  readonly onKey: (key: string | null) => void;
  readonly onCancel: () => void;
}

/** Takes the next key that is pressed as the key of a command. */
export function KeyCapture({ label, onKey, onCancel }: KeyCaptureProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const name = keyNameOf(event.nativeEvent);
    // Tab goes on through the page, or nobody without a mouse would get out of here.
    if (name === '' || name === 'tab' || name === 'shift+tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (name === 'escape') onCancel();
    else onKey(name === 'backspace' || name === 'delete' ? null : name);
  };
  return (
    <input
      ref={field}
      className="in mono key-capture"
      // Keys that are captured act on nothing else.
      data-captures-keys
      aria-label={label}
      value=""
      readOnly
      placeholder={settingsMessages.keySettings.press}
      onKeyDown={onKeyDown}
      onBlur={onCancel}
    />
  );
}
