import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { toastUndo } from '../../ui/toast.tsx';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity;

export interface SavedFiltersProps {
  readonly filter: string;
  readonly onChoose: (filter: string) => void;
}

function useSavedFilters() {
  const { client, orpc, queryClient } = useApi();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: orpc.activity.savedFilters.key() });
  const list = useQuery(orpc.activity.savedFilters.queryOptions());
  const save = useMutation({
    mutationFn: (filter: { readonly name: string; readonly filter: string }) =>
      client.activity.saveFilter(filter),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id }: { readonly id: string; readonly name: string; readonly filter: string }) =>
      client.activity.removeFilter({ id }),
    onSuccess: (_answer, { name, filter }) =>
      toastUndo(messages.removed(name), () => save.mutate({ name, filter })),
    onSettled: refresh,
  });
  return { filters: list.data ?? [], save, remove };
}

function SaveDialog({ filter, onClose }: { readonly filter: string; readonly onClose: () => void }) {
  const { save } = useSavedFilters();
  const [name, setName] = useState('');
  const submit = () => {
    if (name.trim() !== '') save.mutate({ name: name.trim(), filter }, { onSuccess: onClose });
  };
  return (
    <ActDialog
      title={messages.saveTitle}
      error={save.error}
      act={messages.saveAct}
      disabled={name.trim() === '' || save.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <p className="mono wrap">{filter}</p>
      <TextField label={messages.saveName} value={name} onChange={setName} onEnter={submit} />
    </ActDialog>
  );
}

/** Filters that were given a name: choose one, save the present one, or drop one. */
export function SavedFilters({ filter, onChoose }: SavedFiltersProps) {
  const { filters, remove } = useSavedFilters();
  const [isSaving, setIsSaving] = useState(false);
  return (
    <>
      <Popover
        title={messages.saved}
        triggerClass="btn ghost sm icon"
        placement="bottom end"
        trigger={
          <>
            <Icon of={Bookmark} />
            <span className="vh">{messages.saved}</span>
          </>
        }
      >
        {(close) => (
          <>
            {filters.length === 0 ? <p className="muted">{messages.noSaved}</p> : null}
            <ul className="lines">
              {filters.map((saved) => (
                <li key={saved.id} className="row">
                  <button
                    type="button"
                    className="lnk"
                    onClick={() => {
                      close();
                      onChoose(saved.filter);
                    }}
                  >
                    {saved.name}
                  </button>
                  <span className="mono muted clip">{saved.filter}</span>
                  <span className="push" />
                  <SmallGhostButton
                    icon={X}
                    label={messages.removeSaved(saved.name)}
                    onPress={() => remove.mutate(saved)}
                  />
                </li>
              ))}
            </ul>
            <div className="row">
              <Button
                small
                disabled={filter.trim() === ''}
                onPress={() => {
                  close();
                  setIsSaving(true);
                }}
              >
                {messages.save}
              </Button>
            </div>
          </>
        )}
      </Popover>
      {isSaving ? <SaveDialog filter={filter} onClose={() => setIsSaving(false)} /> : null}
    </>
  );
}
