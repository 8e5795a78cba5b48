import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { strings } from '../../words/strings.ts';
import { filePath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { isFileName, type NewFileKind, newFile, newFileKinds } from './new-file.ts';

const words = strings.files;

function AddDialog({ kind, onClose }: { readonly kind: NewFileKind; readonly onClose: () => void }) {
  const { client } = useApi();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => client.workspace.writeFile({ ...newFile(kind, name), baseVersion: null }),
    onSuccess: ({ file }) => {
      void queryClient.invalidateQueries();
      onClose();
      openLink(filePath(file));
    },
  });
  const isReady = isFileName(name) && !add.isPending;
  const submit = () => {
    if (isReady) add.mutate();
  };
  return (
    <Dialog title={words.addTitles[kind]} onClose={onClose}>
      <div className="dialog-form">
        <TextField
          label={words.addNames[kind]}
          value={name}
          isMono
          help={words.addHelp}
          error={name === '' || isFileName(name) ? null : words.addHelp}
          onChange={setName}
          onEnter={submit}
        />
        {add.error === null ? null : <ProblemNote problem={toProblem(add.error)} />}
        <footer className="dialog-acts">
          <Button onPress={onClose}>{strings.common.cancel}</Button>
          <Button kind="ink" disabled={!isReady} onPress={submit}>
            {words.addAct}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

/** Adds a client, a user or an environment to the workspace. */
export function AddFile() {
  const [kind, setKind] = useState<NewFileKind | null>(null);
  const entries = newFileKinds.map((id) => ({ id, label: words.addKinds[id] }));
  return (
    <>
      <Menu label={words.add} icon={Plus} entries={entries} onAction={setKind} />
      {kind === null ? null : <AddDialog kind={kind} onClose={() => setKind(null)} />}
    </>
  );
}
