import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { TextField } from '#renderer/ui/field.tsx';
import { Note, ProblemNote } from '#renderer/ui/note.tsx';
import { saveFile } from '#renderer/ui/save-file.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import type { Studio } from './use-studio.ts';
import { studioMessages } from './words.ts';

const messages = studioMessages.connectorWizard.exporting;

type Secrets = 'none' | 'encrypted';

export interface ExportDialogProps {
  readonly studio: Studio;
  readonly onClose: () => void;
}

/** Takes the saved document out of the workspace, its secrets left out or encrypted. */
export function ExportDialog({ studio, onClose }: ExportDialogProps) {
  const { client } = useApi();
  const [secrets, setSecrets] = useState<Secrets>('none');
  const [alias, setAlias] = useState('');
  const exporting = useMutation({
    mutationFn: () =>
      client.connectors.exportDocument({
        file: studio.fileName,
        keyAlias: secrets === 'none' ? null : alias,
      }),
    onSuccess: ({ text }) =>
      saveFile(studio.fileName.split('/').at(-1) ?? studio.fileName, text, 'application/json'),
  });
  const { leftOut = [], variables = [], extensions = [] } = exporting.data ?? {};
  const isReady = !exporting.isPending && (secrets === 'none' || alias !== '');
  return (
    <ActDialog
      title={messages.title}
      act={messages.act}
      disabled={!isReady}
      close={sharedMessages.common.close}
      onAct={() => exporting.mutate()}
      onClose={onClose}
    >
      <p className="muted">{studio.file.isDirty ? messages.savedOnly : messages.text}</p>
      <span className="row">
        <Segmented
          label={messages.secrets}
          options={[
            { id: 'none', label: messages.without },
            { id: 'encrypted', label: messages.encrypted },
          ]}
          value={secrets}
          onChange={setSecrets}
        />
      </span>
      {secrets === 'encrypted' ? (
        <TextField
          label={messages.alias}
          value={alias}
          isMono
          help={messages.aliasHelp}
          onChange={setAlias}
        />
      ) : null}
      {exporting.error === null ? null : <ProblemNote problem={toProblem(exporting.error)} />}
      {leftOut.length === 0 ? null : (
        <Note kind="neutral" title={messages.leftOut}>
          <p className="mono wrap" data-words="data">
            {leftOut.join(', ')}
          </p>
        </Note>
      )}
      {variables.length === 0 ? null : (
        <Note kind="neutral" title={messages.variables}>
          <p className="mono wrap" data-words="data">
            {variables.map((name) => `&{${name}}`).join(', ')}
          </p>
        </Note>
      )}
      {extensions.length === 0 ? null : (
        <Note kind="neutral" title={messages.extensions}>
          <ul className="plain" data-words="data">
            {extensions.map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`} className="wrap">
                <span className="mono">{pointer}</span> <span lang="en">{message}</span>
              </li>
            ))}
          </ul>
        </Note>
      )}
    </ActDialog>
  );
}
