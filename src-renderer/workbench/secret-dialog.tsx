import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { toProblem } from '../api/problem.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { ProblemNote } from '../ui/note.tsx';
import { toast } from '../ui/toast.tsx';
import { sharedMessages } from '../words/shared-messages.ts';

const messages = sharedMessages.secrets;

export interface SecretDialogProps {
  /** The name under which it is stored; null: the person names it. */
  readonly name: string | null;
  /** The file for which it is stored, which then owns it. */
  readonly file?: string | undefined;
  readonly onClose: () => void;
  /** Called with the name once the engine holds the value. */
  readonly onStored?: (name: string) => void;
}

/** Takes the value of a secret and gives it to the engine, which never shows it again. */
export function SecretDialog({ name, file, onClose, onStored }: SecretDialogProps) {
  const { client, orpc } = useApi();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(name ?? '');
  const [value, setValue] = useState('');
  const store = useMutation({
    mutationFn: () => client.secrets.set({ name: chosen, value, ...(file === undefined ? {} : { file }) }),
    onSuccess: ({ owners }) => {
      void queryClient.invalidateQueries({ queryKey: orpc.secrets.key() });
      toast(messages.stored(chosen, owners));
      onStored?.(chosen);
      onClose();
    },
  });
  const isReady = chosen !== '' && value !== '' && !store.isPending;
  const submit = () => {
    if (isReady) store.mutate();
  };
  return (
    <Dialog title={name === null ? messages.addTitle : messages.storeTitle(name)} onClose={onClose}>
      <div className="dialog-form">
        {name === null ? (
          <TextField
            label={messages.name}
            value={chosen}
            isMono
            onChange={setChosen}
            help={messages.nameHelp}
          />
        ) : null}
        <TextField
          label={messages.value}
          value={value}
          type="password"
          isMono
          onChange={setValue}
          onEnter={submit}
          help={messages.valueHelp}
        />
        {store.error === null ? null : <ProblemNote problem={toProblem(store.error)} />}
        <footer className="dialog-acts">
          <Button onPress={onClose}>{sharedMessages.common.cancel}</Button>
          <Button kind="ink" disabled={!isReady} onPress={submit}>
            {messages.store}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
