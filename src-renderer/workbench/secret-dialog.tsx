import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { ActDialog } from '../ui/act-dialog.tsx';
import { TextField } from '../ui/field.tsx';
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
  const { client, orpc, queryClient } = useApi();
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
    <ActDialog
      title={name === null ? messages.addTitle : messages.storeTitle(name)}
      error={store.error}
      act={messages.store}
      disabled={!isReady}
      onAct={submit}
      onClose={onClose}
    >
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
    </ActDialog>
  );
}
