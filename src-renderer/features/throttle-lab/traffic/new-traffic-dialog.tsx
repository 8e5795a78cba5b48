import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api/api-context.tsx';
import { toProblem } from '../../../api/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ProblemNote } from '../../../ui/note.tsx';
import { strings } from '../../../words/strings.ts';
import { throttlePath } from '../../../workbench/addresses.ts';
import { useTab } from '../../../workbench/tab-context.tsx';
import { isLabName } from '../names.ts';
import type { Lab } from '../use-lab.ts';
import { claimIn, newTraffic } from './traffic-document.ts';

const words = strings.traffic;

/** Adds a traffic file with one client for each status of the policy. */
export function NewTrafficDialog({ lab, onClose }: { readonly lab: Lab; readonly onClose: () => void }) {
  const { client } = useApi();
  const queryClient = useQueryClient();
  const { navigate } = useTab();
  const { form } = lab.policy;
  const [name, setName] = useState(lab.route.id.replace(/^\d+-/, ''));
  const add = useMutation({
    mutationFn: () => {
      const claim = form === null || form.mapper === '' ? null : claimIn(form.mapper);
      const statuses = form?.rates.map(({ status }) => status) ?? [];
      return client.throttle.saveTraffic({ name, traffic: newTraffic(name, claim, statuses) });
    },
    onSuccess: async ({ file }) => {
      await queryClient.invalidateQueries();
      onClose();
      navigate(throttlePath(lab.route.file, file));
    },
  });
  const isReady = isLabName(name) && !add.isPending;
  const submit = () => {
    if (isReady) add.mutate();
  };
  return (
    <Dialog title={words.createTitle} onClose={onClose}>
      <div className="dialog-form">
        <TextField
          label={words.name}
          value={name}
          isMono
          help={words.nameHelp}
          error={name === '' || isLabName(name) ? null : words.nameHelp}
          onChange={setName}
          onEnter={submit}
        />
        {add.error === null ? null : <ProblemNote problem={toProblem(add.error)} />}
        <footer className="dialog-acts">
          <Button onPress={onClose}>{strings.common.cancel}</Button>
          <Button kind="ink" disabled={!isReady} onPress={submit}>
            {words.createAct}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
