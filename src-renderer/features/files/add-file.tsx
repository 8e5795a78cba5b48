import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { Menu } from '../../ui/menu.tsx';
import { strings } from '../../words/strings.ts';
import { filePath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { NameDialog } from '../../workbench/name-dialog.tsx';
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
  return (
    <NameDialog
      title={words.addTitles[kind]}
      label={words.addNames[kind]}
      help={words.addHelp}
      act={words.addAct}
      name={name}
      isName={isFileName}
      onName={setName}
      adding={add}
      onClose={onClose}
    />
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
