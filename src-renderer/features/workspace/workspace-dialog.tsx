import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { openWorkspace } from '../../workbench/open-workspace.ts';
import { FolderChooser } from './folder-chooser.tsx';
import { folderFor, joinPath } from './folder-name.ts';
import { ZipField, zipBase64 } from './zip-field.tsx';

const messages = sharedMessages.workspace;

type Act = 'new' | 'open' | 'duplicate' | 'import';

interface Form {
  readonly name: string;
  /** Null: proposed from the name. */
  readonly directory: string | null;
  readonly from: 'empty' | 'sample';
  readonly zip: File | null;
}

const emptyForm: Form = { name: '', directory: null, from: 'empty', zip: null };

/** A name for a workspace out of that of its zip. */
function nameOf(zip: File | null): string {
  return zip?.name.replace(/\.zip$/i, '') ?? '';
}

function useSubmit(act: Act, onClose: () => void) {
  const { client } = useApi();
  return useMutation({
    mutationFn: async ({ name, from, zip, directory }: Form & { readonly directory: string }) => {
      if (act === 'new') await client.installation.create({ directory, name, from });
      if (act === 'duplicate') await client.installation.duplicate({ directory, name });
      if (act === 'import' && zip !== null)
        await client.installation.importZip({ directory, zipBase64: await zipBase64(zip) });
      return openWorkspace(client, directory);
    },
    onSuccess: onClose,
  });
}

export interface WorkspaceDialogProps {
  readonly act: Act;
  /** A zip that was dropped on the window. */
  readonly zip?: File | null;
  readonly onClose: () => void;
}

/** Makes, opens, duplicates or imports a workspace; the window then shows that one. */
export function WorkspaceDialog({ act, zip = null, onClose }: WorkspaceDialogProps) {
  const { orpc } = useApi();
  const [form, setForm] = useState<Form>({ ...emptyForm, zip, name: nameOf(zip) });
  const places = useQuery(orpc.installation.places.queryOptions());
  const submit = useSubmit(act, onClose);
  const proposed =
    form.name === '' || act === 'open' ? '' : joinPath(places.data?.workspaces ?? '', folderFor(form.name));
  const path = form.directory ?? proposed;
  const needsName = act === 'new' || act === 'duplicate';
  const isReady =
    path !== '' &&
    (!needsName || form.name !== '') &&
    (act !== 'import' || form.zip !== null) &&
    !submit.isPending;
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const go = () => {
    if (isReady) submit.mutate({ ...form, directory: path });
  };
  return (
    <ActDialog
      title={messages.titles[act]}
      error={submit.error}
      act={messages.acts[act]}
      disabled={!isReady}
      onAct={go}
      onClose={onClose}
    >
      {act === 'import' ? (
        <ZipField file={form.zip} onChange={(chosen) => change({ zip: chosen, name: nameOf(chosen) })} />
      ) : null}
      {needsName ? (
        <TextField label={messages.name} value={form.name} onChange={(name) => change({ name })} />
      ) : null}
      <TextField
        label={messages.directory}
        value={path}
        isMono
        help={act === 'open' ? messages.openHelp : messages.directoryHelp}
        onChange={(directory) => change({ directory })}
        onEnter={go}
      />
      <FolderChooser
        directory={path}
        onChoose={(folder) =>
          change({
            directory: act === 'open' || form.name === '' ? folder : joinPath(folder, folderFor(form.name)),
          })
        }
      />
      {act === 'new' ? (
        <Segmented
          label={messages.from}
          options={[
            { id: 'empty', label: messages.empty },
            { id: 'sample', label: messages.sample },
          ]}
          value={form.from}
          onChange={(from) => change({ from })}
        />
      ) : null}
      {act === 'duplicate' || act === 'import' ? <p className="muted">{messages.secretsStay}</p> : null}
    </ActDialog>
  );
}
