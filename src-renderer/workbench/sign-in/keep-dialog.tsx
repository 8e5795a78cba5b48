import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { SaveRecording } from './save-recording.tsx';
import { useFormerSignIn } from './use-former-sign-in.ts';
import { signInMessages as messages } from './words.ts';

export interface KeepSignInDialogProps {
  readonly runId: string;
  readonly target: string;
  readonly onClose: () => void;
}

/** Makes a sign-in of what was done by hand in the browser of a run, so that unattended runs do it too. */
export function KeepSignInDialog({ runId, target, onClose }: KeepSignInDialogProps) {
  const { orpc } = useApi();
  const source = { target, run: runId };
  const preview = useQuery(orpc.signIns.preview.queryOptions({ input: source, staleTime: 0 }));
  const former = useFormerSignIn(target);
  return (
    <Dialog title={messages.keepTitle} onClose={onClose}>
      <div className="dialog-form">
        <p className="muted">{messages.keepText}</p>
        {preview.error === null ? null : <ProblemNote problem={toProblem(preview.error)} />}
        {preview.data === undefined || former === undefined ? null : (
          <SaveRecording source={source} preview={preview.data} former={former} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}
