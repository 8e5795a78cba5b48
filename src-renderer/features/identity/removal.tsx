import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Registration } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { toastUndo } from '../../ui/toast.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.removal;

export interface RemovalProps {
  readonly registration: Registration;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Deletes a registration: says first what ends with it, offers to bring it back after. */
export function Removal({ registration, onClose, onRemoved }: RemovalProps) {
  const { client, orpc, queryClient } = useApi();
  const { kind, id, file } = registration;
  const refresh = () => void queryClient.invalidateQueries();
  const remove = useMutation({
    mutationFn: () => client.workspace.removeFile({ file }),
    onSuccess: ({ undoId }) => {
      onRemoved();
      toastUndo(
        identityMessages.identity.removed(id),
        () => void client.workspace.restoreFile({ undoId }).then(refresh, reportProblem),
      );
    },
    onError: (error) => {
      reportProblem(error);
      onClose();
    },
    onSettled: refresh,
  });
  const owner =
    kind === 'user' ? ({ kind: 'user', username: id } as const) : ({ kind: 'client', clientId: id } as const);
  const hasTokens = kind === 'user' || kind === 'client';
  const counted = useQuery(
    orpc.liveTokens.count.queryOptions({ input: owner, enabled: hasTokens, staleTime: 0, gcTime: 0 }),
  );
  const removeNow = useEffectEvent(() => {
    if (remove.isIdle) remove.mutate();
  });
  const { live = 0, grants = 0, consents = 0 } = counted.data ?? {};
  const isHarmless = !hasTokens || (counted.isSuccess && live + grants + consents === 0) || counted.isError;
  useEffect(() => {
    // A removal that ends nothing needs no confirmation: it can be undone.
    if (isHarmless) removeNow();
  }, [isHarmless]);
  if (isHarmless || !counted.isSuccess) return null;
  const ends = [
    live + grants > 0 ? messages.tokens(live, grants) : '',
    consents > 0 ? messages.consents(consents) : '',
  ];
  return (
    <Confirm
      title={messages.title(id)}
      text={[...ends, messages.undo].filter((part) => part !== '').join(' ')}
      act={identityMessages.identity.removeOf(id)}
      isBusy={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
