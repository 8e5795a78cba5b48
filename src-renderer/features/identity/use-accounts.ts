import { useMutation, useQuery } from '@tanstack/react-query';
import type { Account } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { toast } from '../../ui/toast.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.userForm;
/** Sign-ins and guesses are told of by nobody: they are looked at this often. */
const everyMillis = 3_000;

export interface Accounts {
  readonly all: readonly Account[];
  readonly error: Error | null;
  readonly of: (username: string) => Account | undefined;
  readonly signOut: (username: string) => void;
  readonly unlock: (username: string) => void;
}

/** The signed-in users and the locked names, with the actions to sign out and unlock. */
export function useAccounts(): Accounts {
  const { client, orpc, queryClient } = useApi();
  const list = useQuery(orpc.accounts.list.queryOptions({ staleTime: 0, refetchInterval: everyMillis }));
  const settle = {
    onError: reportProblem,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.accounts.key() }),
  };
  const signOut = useMutation({
    mutationFn: (username: string) => client.accounts.signOut({ username }),
    onSuccess: (_done, username) => toast(messages.signedOut(username)),
    ...settle,
  });
  const unlock = useMutation({
    mutationFn: (username: string) => client.accounts.unlock({ username }),
    onSuccess: (_done, username) => toast(messages.unlocked(username)),
    ...settle,
  });
  const all = list.data ?? [];
  return {
    all,
    error: list.error,
    of: (username) => all.find((account) => account.username === username),
    signOut: (username) => signOut.mutate(username),
    unlock: (username) => unlock.mutate(username),
  };
}
