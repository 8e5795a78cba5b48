import { useState } from 'react';
import type { Problem } from '#shared/errors/problem.ts';
import { toProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity;

export interface PasteDialogProps {
  /** Rejects with the problem of a text that is no request. */
  readonly onImport: (text: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Takes a request as text: as it goes over the wire, as a curl command, or as an export of another tool. */
export function PasteDialog({ onImport, onClose }: PasteDialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const take = () => {
    setIsBusy(true);
    onImport(text).then(onClose, (error: unknown) => {
      setIsBusy(false);
      setProblem(toProblem(error));
    });
  };
  return (
    <Dialog wide title={messages.pasteTitle} onClose={onClose}>
      <div className="dialog-form">
        {problem === null ? null : <ProblemNote problem={problem} />}
        <TextArea
          label={messages.pasteLabel}
          help={messages.pasteHelp}
          value={text}
          rows={12}
          error={null}
          onChange={setText}
        />
        <footer className="dialog-acts">
          <Button onPress={onClose}>{sharedMessages.common.cancel}</Button>
          <Button kind="ink" disabled={isBusy || text.trim() === ''} onPress={take}>
            {messages.pasteAct}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
