import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { isFileName } from '#shared/workspace/file-name.ts';
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
    <Dialog title={messages.saveTitle(run.number)} onClose={onClose}>
      <div className="dialog-form">
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
        {save.error === null ? null : <ProblemNote problem={toProblem(save.error)} />}
        <footer className="dialog-acts">
          <Button onPress={onClose}>{sharedMessages.common.cancel}</Button>
          <Button kind="ink" disabled={!isRight || save.isPending} onPress={() => save.mutate()}>
            {sharedMessages.common.save}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
