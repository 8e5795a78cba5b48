import { useMutation, useQuery } from '@tanstack/react-query';
import type { DynamicClient, InitialTokenView } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { toast } from '../../ui/toast.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.dynamicClients;
/** Clients come by themselves: they are looked at this often. */
const everyMillis = 3_000;

export interface DynamicClientActs {
  readonly all: readonly DynamicClient[];
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly setEnabled: (client: DynamicClient, isEnabled: boolean) => void;
  readonly keep: (client: DynamicClient) => void;
  readonly remove: (client: DynamicClient) => void;
}

/** The clients that registered themselves, with what can be done with one. */
export function useDynamicClients(): DynamicClientActs {
  const { client, orpc, queryClient } = useApi();
  const list = useQuery(
    orpc.dynamicClients.list.queryOptions({ staleTime: 0, refetchInterval: everyMillis }),
  );
  const settle = {
    onError: reportProblem,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: orpc.dynamicClients.key() });
      void queryClient.invalidateQueries({ queryKey: orpc.identity.key() });
    },
  };
  const enable = useMutation({
    mutationFn: ({ clientId, isEnabled }: { readonly clientId: string; readonly isEnabled: boolean }) =>
      client.dynamicClients.setEnabled({ clientId, isEnabled }),
    ...settle,
  });
  const keep = useMutation({
    mutationFn: ({ clientId }: DynamicClient) => client.dynamicClients.keep({ clientId }),
    onSuccess: (_kept, { name }) => toast(messages.kept(name)),
    ...settle,
  });
  const remove = useMutation({
    mutationFn: ({ clientId }: DynamicClient) => client.dynamicClients.remove({ clientId }),
    onSuccess: (_done, { name }) => toast(messages.removed(name)),
    ...settle,
  });
  return {
    all: list.data ?? [],
    error: list.error,
    isBusy: enable.isPending || keep.isPending || remove.isPending,
    setEnabled: ({ clientId }, isEnabled) => enable.mutate({ clientId, isEnabled }),
    keep: (one) => keep.mutate(one),
    remove: (one) => remove.mutate(one),
  };
}

export interface InitialTokenActs {
  readonly all: readonly InitialTokenView[];
  /** The token that was just created: its only showing. */
  readonly created: string | null;
  readonly create: (wanted: {
    readonly label: string;
    readonly lifetimeHours: number;
    readonly maxUses: number;
  }) => void;
  readonly remove: (id: string) => void;
}

/** The tokens with which clients may register, with what can be done with one. */
export function useInitialTokens(): InitialTokenActs {
  const { client, orpc, queryClient } = useApi();
  const list = useQuery(
    orpc.dynamicClients.tokens.queryOptions({ staleTime: 0, refetchInterval: everyMillis }),
  );
  const settle = {
    onError: reportProblem,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.dynamicClients.key() }),
  };
  const create = useMutation({
    mutationFn: (wanted: Parameters<InitialTokenActs['create']>[0]) =>
      client.dynamicClients.createToken(wanted),
    gcTime: 0,
    ...settle,
  });
  const remove = useMutation({
    mutationFn: (id: string) => client.dynamicClients.removeToken({ id }),
    ...settle,
  });
  return {
    all: list.data ?? [],
    created: create.data?.token ?? null,
    create: (wanted) => create.mutate(wanted),
    remove: (id) => remove.mutate(id),
  };
}
