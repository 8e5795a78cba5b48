import { useState } from 'react';
import { flowMessages } from '../words.ts';

const messages = flowMessages.values;

export interface ValueEditorProps {
  readonly name: string;
  readonly text: string;
  readonly onDone: (text: string | null) => void;
}

/** The value as a line that can be typed over: Enter takes it, Escape leaves it as it was. */
export function ValueEditor({ name, text, onDone }: ValueEditorProps) {
  const [typed, setTyped] = useState(text);
  return (
    <input
      ref={(input) => input?.focus()}
      className="in mono"
      aria-label={messages.editNamed(name)}
      title={messages.editHelp}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        // Escape would close the drawer as well.
        if (event.key === 'Escape') event.stopPropagation();
        if (event.key === 'Enter') onDone(typed);
        if (event.key === 'Escape') onDone(null);
      }}
      onBlur={() => onDone(typed === text ? null : typed)}
    />
  );
}
