import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.imports.match.replacing;

export interface Replacement {
  readonly column: string;
  readonly from: string;
  /** Rows that have the value; null: not known. */
  readonly rows: number | null;
  /** Values that would match. */
  readonly offered: readonly string[];
}

export interface ReplaceDialogProps {
  readonly replacement: Replacement;
  readonly onReplace: (to: string) => void;
  readonly onClose: () => void;
}

/** Assigns a meaning to a value of the file, in all of its rows. */
export function ReplaceDialog({ replacement, onReplace, onClose }: ReplaceDialogProps) {
  const { column, from, rows, offered } = replacement;
  const [to, setTo] = useState(offered[0] ?? '');
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <div className="dialog-form">
        <p className="wrap" data-words="data">
          {messages.text(from, column, rows)}
        </p>
        <TextField label={messages.from} value={from} isMono isReadOnly onChange={() => undefined} />
        <TextField label={messages.to} value={to} isMono onChange={setTo} />
        {offered.length === 0 ? null : (
          <fieldset className="row wraps tight imp-set" aria-label={messages.offered}>
            {offered.slice(0, 12).map((value) => (
              <Button key={value} small isPressed={value === to} onPress={() => setTo(value)}>
                <span data-words="data">{value}</span>
              </Button>
            ))}
          </fieldset>
        )}
        <footer className="dialog-acts">
          <Button onPress={onClose}>{sharedMessages.common.cancel}</Button>
          <Button kind="ink" disabled={to === from} onPress={() => onReplace(to)}>
            <span className="clip imp-act-words" data-words="data">
              {messages.act(from, to, rows)}
            </span>
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
