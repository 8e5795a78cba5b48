import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { Menu } from '../../ui/menu.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { filePath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { NameDialog } from '../../workbench/name-dialog.tsx';
import { AddServerDialog } from '../../workbench/server-form/add-server.tsx';
import { signInMessages } from '../../workbench/sign-in/words.ts';
import { isFileName, type NewFileKind, newFile, newFileKinds } from './new-file.ts';

const messages = sharedMessages.files;

const ImportSignInDialog = lazy(async () => ({
  default: (await import('./sign-in/import-dialog.tsx')).ImportSignInDialog,
}));

function AddDialog({ kind, onClose }: { readonly kind: NewFileKind; readonly onClose: () => void }) {
  const { client, queryClient } = useApi();
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
      title={messages.addTitles[kind]}
      label={messages.addNames[kind]}
      help={messages.addHelp}
      act={messages.addAct}
      name={name}
      isName={isFileName}
      onName={setName}
      adding={add}
      onClose={onClose}
    />
  );
}

/** Another server, and a sign-in at one, which have forms of their own. */
const serverId = 'target';
const signInId = 'sign-in';

/** Adds a client, a user, an environment, attack cases, another server or a sign-in to the workspace. */
export function AddFile() {
  const [kind, setKind] = useState<NewFileKind | typeof serverId | typeof signInId | null>(null);
  const entries = [
    ...newFileKinds.map((id) => ({ id, label: messages.addKinds[id] })),
    { id: serverId, label: messages.addServer } as const,
    { id: signInId, label: signInMessages.import } as const,
  ];
  const close = () => setKind(null);
  return (
    <>
      <Menu label={messages.add} icon={Plus} entries={entries} onAction={setKind} />
      {kind === serverId ? <AddServerDialog onClose={close} /> : null}
      {kind === signInId ? (
        <Suspense>
          <ImportSignInDialog onClose={close} />
        </Suspense>
      ) : null}
      {kind === null || kind === serverId || kind === signInId ? null : (
        <AddDialog kind={kind} onClose={close} />
      )}
    </>
  );
}
