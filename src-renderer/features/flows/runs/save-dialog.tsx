import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { isFileName } from '#shared/workspace/file-name.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { flowMessages } from '../words.ts';
import { proposedName } from './flow-name.ts';

const messages = flowMessages.savedFlows;

/** Only of a run that has ended it is known what came. */
function isOver({ state }: FlowRun): boolean {
  return state === 'passed' || state === 'failed';
}

/** Keeps a run as a flow of the workspace, with everything that was edited in it. */
export function SaveDialog({ run, onClose }: { readonly run: FlowRun; readonly onClose: () => void }) {
  const { client } = useApi();
  const [name, setName] = useState(() => proposedName(run));
  const [isTest, setIsTest] = useState(false);
  const save = useMutation({
    mutationFn: () => client.flows.save({ runId: run.id, name, isTest }),
    onSuccess: ({ file }) => {
      toast(messages.savedAs(file));
      onClose();
    },
  });
  const isRight = isFileName(name);
  return (
    <ActDialog
      title={messages.saveTitle(run.number)}
      error={save.error}
      act={sharedMessages.common.save}
      disabled={!isRight || save.isPending}
      onAct={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        isMono
        label={messages.name}
        value={name}
        help={messages.nameHelp}
        error={isRight ? null : messages.nameWrong}
        onChange={setName}
        onEnter={() => {
          if (isRight) save.mutate();
        }}
      />
      {isOver(run) ? (
        <div className="field">
          <Checkbox label={messages.expect} isChecked={isTest} onChange={setIsTest} />
          <p className="help">{messages.expectHelp}</p>
        </div>
      ) : null}
    </ActDialog>
  );
}
