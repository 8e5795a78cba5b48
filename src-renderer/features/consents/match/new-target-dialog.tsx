import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { NameDialog } from '#renderer/workbench/name-dialog.tsx';
import { isFileName } from '#shared/workspace/file-name.ts';
import { importMessages } from '../words.ts';
import {
  emptyTarget,
  knownRegions,
  missingOf,
  type TargetDraft,
  targetFile,
  withEnvironment,
  withRegion,
} from './new-target.ts';

const messages = importMessages.importTarget;
const ownRegion = 'own';

export interface NewTargetDialogProps {
  /** Names that are taken. */
  readonly names: readonly string[];
  readonly onAdded: (name: string) => void;
  readonly onClose: () => void;
}

/** Adds a platform that consents can be loaded into. */
export function NewTargetDialog({ names, onAdded, onClose }: NewTargetDialogProps) {
  const { client, queryClient } = useApi();
  const [draft, setDraft] = useState<TargetDraft>(emptyTarget);
  const set = (changes: Partial<TargetDraft>) => setDraft({ ...draft, ...changes });
  const missing = missingOf(draft);
  const add = useMutation({
    mutationFn: () => client.workspace.writeFile({ ...targetFile(draft), baseVersion: null }),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      onAdded(draft.name);
    },
  });
  const field = (
    name: 'baseUrl' | 'tokenEndpoint' | 'clientId' | 'clientSecret' | 'limit',
    type: 'text' | 'password' = 'text',
  ) => (
    <TextField
      label={messages.fields[name]}
      help={messages.help[name]}
      value={draft[name]}
      type={type}
      isMono
      error={draft[name] !== '' && missing.includes(name) ? messages.help[name] : null}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <NameDialog
      title={messages.title}
      label={messages.name}
      help={messages.nameHelp}
      act={messages.act}
      name={draft.name}
      isName={(text) => isFileName(text) && !names.includes(text)}
      isComplete={missing.length === 0}
      onName={(name) => set({ name })}
      adding={add}
      onClose={onClose}
    >
      <Select
        label={messages.region}
        options={[
          { id: ownRegion, label: messages.ownRegion },
          ...knownRegions.map(({ id, label, vendor }, index) => ({
            id,
            label,
            ...(knownRegions[index - 1]?.vendor === vendor ? {} : { heading: vendor }),
          })),
        ]}
        value={draft.region === '' ? ownRegion : draft.region}
        onChange={(region) => setDraft(withRegion(draft, region))}
      />
      <TextField
        label={messages.fields.environmentId}
        help={messages.help.environmentId}
        value={draft.environmentId}
        isMono
        onChange={(value) => setDraft(withEnvironment(draft, value))}
      />
      {field('baseUrl')}
      {field('tokenEndpoint')}
      {field('clientId')}
      {field('clientSecret', 'password')}
      {field('limit')}
    </NameDialog>
  );
}
