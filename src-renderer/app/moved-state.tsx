import { useMutation } from '@tanstack/react-query';
import { useApi } from '../api/api-context.tsx';
import { useStore } from '../api/store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { reportProblem } from '../ui/report-problem.ts';
import { toast } from '../ui/toast.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { movedState } from '../workbench/open-workspace.ts';

const messages = sharedMessages.workspace.moved;

/** Asks whether a state is that of the folder that is to be opened. */
export function MovedStateDialog() {
  const { client } = useApi();
  const asked = useStore(movedState);
  const close = () => movedState.set(null);
  const open = useMutation({
    mutationFn: (input: { readonly directory: string; readonly state: 'adopt' | 'new' }) =>
      client.installation.open(input),
    onMutate: () => toast(sharedMessages.workspace.opening),
    onError: reportProblem,
    onSettled: close,
  });
  if (asked === null) return null;
  const { directory, problem } = asked;
  return (
    <Dialog title={messages.title} onClose={close}>
      <div className="dialog-form">
        <p className="wrap">{problem.message}</p>
        <p>{messages.text}</p>
        <footer className="dialog-acts">
          <Button onPress={close}>{sharedMessages.common.cancel}</Button>
          <Button disabled={open.isPending} onPress={() => open.mutate({ directory, state: 'new' })}>
            {messages.begin}
          </Button>
          <Button
            kind="ink"
            disabled={open.isPending}
            onPress={() => open.mutate({ directory, state: 'adopt' })}
          >
            {messages.adopt}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
