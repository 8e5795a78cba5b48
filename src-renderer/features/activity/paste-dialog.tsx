import { useState } from 'react';
import type { Problem } from '#shared/errors/problem.ts';
import { toProblem } from '../../api/problem.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { TextArea } from '../../ui/text-area.tsx';
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
    <ActDialog
      wide
      title={messages.pasteTitle}
      act={messages.pasteAct}
      disabled={isBusy || text.trim() === ''}
      onAct={take}
      onClose={onClose}
    >
      {problem === null ? null : <ProblemNote problem={problem} />}
      <TextArea
        label={messages.pasteLabel}
        help={messages.pasteHelp}
        value={text}
        rows={12}
        error={null}
        onChange={setText}
      />
    </ActDialog>
  );
}
