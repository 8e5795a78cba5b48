import { useMutation } from '@tanstack/react-query';
import { useApi } from '../api/api-context.tsx';
import { useStore } from '../api/store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { reportProblem } from '../ui/report-problem.ts';
import { toast } from '../ui/toast.tsx';
import { strings } from '../words/strings.ts';
import { movedState } from '../workbench/open-workspace.ts';

const words = strings.workspace.moved;

/** Asks whether a state is that of the folder that is to be opened. */
export function MovedStateDialog() {
  const { client } = useApi();
  const asked = useStore(movedState);
  const close = () => movedState.set(null);
  const open = useMutation({
    mutationFn: (input: { readonly directory: string; readonly state: 'adopt' | 'new' }) =>
      client.installation.open(input),
    onMutate: () => toast(strings.workspace.opening),
    onError: reportProblem,
    onSettled: close,
  });
  if (asked === null) return null;
  const { directory, problem } = asked;
  return (
    <Dialog title={words.title} onClose={close}>
      <div className="dialog-form">
        <p className="wrap">{problem.message}</p>
        <p>{words.text}</p>
        <footer className="dialog-acts">
          <Button onPress={close}>{strings.common.cancel}</Button>
          <Button disabled={open.isPending} onPress={() => open.mutate({ directory, state: 'new' })}>
            {words.begin}
          </Button>
          <Button
            kind="ink"
            disabled={open.isPending}
            onPress={() => open.mutate({ directory, state: 'adopt' })}
          >
            {words.adopt}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
