import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { ActDialog } from '../../../ui/act-dialog.tsx';
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
    <ActDialog
      title={messages.title}
      act={
        <span className="clip imp-act-words" data-words="data">
          {messages.act(from, to, rows)}
        </span>
      }
      disabled={to === from}
      onAct={() => onReplace(to)}
      onClose={onClose}
    >
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
    </ActDialog>
  );
}
