import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { throttlePath } from '#renderer/workbench/addresses.ts';
import { NameDialog } from '#renderer/workbench/name-dialog.tsx';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import { isLabName } from '../names.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { claimIn, newTraffic } from './traffic-document.ts';

const messages = labMessages.traffic;

/** Adds a traffic file with one client for each status of the policy. */
export function NewTrafficDialog({ lab, onClose }: { readonly lab: Lab; readonly onClose: () => void }) {
  const { client, queryClient } = useApi();
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
  return (
    <NameDialog
      title={messages.createTitle}
      label={messages.name}
      help={messages.nameHelp}
      act={messages.createAct}
      name={name}
      isName={isLabName}
      onName={setName}
      adding={add}
      onClose={onClose}
    />
  );
}
