import { useState } from 'react';
import type { ActivityRow } from '#shared/api/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity;

export interface FindingDialogProps {
  readonly row: ActivityRow;
  readonly onMark: (note: string | null) => void;
  readonly onClose: () => void;
}

/** Marks an exchange as a finding with a note, or takes the mark away. */
export function FindingDialog({ row, onMark, onClose }: FindingDialogProps) {
  const [note, setNote] = useState(row.finding ?? '');
  const mark = (text: string | null) => {
    onMark(text);
    onClose();
  };
  return (
    <Dialog title={messages.findingTitle} onClose={onClose}>
      <div className="dialog-form">
        <p className="mono wrap">
          {row.method} {row.target}
        </p>
        <TextField label={messages.findingNote} value={note} onChange={setNote} />
        <footer className="dialog-acts">
          {row.finding === null ? null : <Button onPress={() => mark(null)}>{messages.findingRemove}</Button>}
          <Button onPress={onClose}>{sharedMessages.common.cancel}</Button>
          <Button kind="ink" disabled={note.trim() === ''} onPress={() => mark(note.trim())}>
            {messages.findingAct}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
