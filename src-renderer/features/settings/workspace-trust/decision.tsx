import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrustStatus } from '#shared/api/index.ts';
import { useApi } from '../../../api/api-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { reportProblem } from '../../../ui/report-problem.ts';
import { toast } from '../../../ui/toast.tsx';
import { settingsMessages } from '../words.ts';

const messages = settingsMessages.workspaceTrust;

/**
 * The buttons for trusting the open workspace: a person agrees to the items on the screen and to nothing else.
 */
export function Decision({ trust }: { readonly trust: TrustStatus }) {
  const { client, orpc, queryClient } = useApi();
  const [isAsking, setAsking] = useState(false);
  const { mode, items, decidedAtMillis } = trust;
  const decide = useMutation({
    mutationFn: (isTrusted: boolean) =>
      client.workspaceTrust.decide({
        isTrusted,
        items: isTrusted ? items.map(({ kind, value }) => ({ kind, value })) : [],
      }),
    onSuccess: ({ isOpenedAgain }, isTrusted) => {
      if (isOpenedAgain) toast(messages.opensAgain);
      else toast(isTrusted ? messages.isKept : messages.stays);
    },
    onError: reportProblem,
    onSettled: () => {
      setAsking(false);
      void queryClient.invalidateQueries({ queryKey: orpc.workspaceTrust.key() });
    },
  });
  const isTrusted = mode === 'trusted';
  const hasNew = isTrusted && items.some(({ isOff }) => isOff);
  return (
    <>
      {!isTrusted || hasNew ? (
        <Button kind="ink" disabled={decide.isPending} onPress={() => decide.mutate(true)}>
          {hasNew ? messages.trustNew : messages.trust}
        </Button>
      ) : null}
      {!isTrusted && decidedAtMillis === null ? (
        <Button disabled={decide.isPending} onPress={() => decide.mutate(false)}>
          {messages.restrict}
        </Button>
      ) : null}
      {isTrusted ? (
        <Button disabled={decide.isPending} onPress={() => setAsking(true)}>
          {messages.revoke}
        </Button>
      ) : null}
      {isAsking ? (
        <Confirm
          title={messages.revokeTitle}
          text={messages.revokeText}
          act={messages.revokeAct}
          isBusy={decide.isPending}
          onAct={() => decide.mutate(false)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
