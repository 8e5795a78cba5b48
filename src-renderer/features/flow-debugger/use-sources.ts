import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { registrationQuery } from '../../api/queries.ts';
import { type FlowChoice, type FlowSources, keepChoice, readChoice, resolveChoice } from './choice.ts';

export interface ChoiceState {
  readonly sources: FlowSources;
  readonly choice: FlowChoice;
  readonly change: (part: Partial<FlowChoice>) => void;
  readonly isLoaded: boolean;
  readonly error: Error | null;
  /** Reads clients and users again: their files may have changed. */
  readonly refresh: () => void;
}

/** What can be run, and what is chosen to be run next. */
export function useChoice(): ChoiceState {
  const { orpc } = useApi();
  const kinds = useQuery(orpc.flows.kinds.queryOptions());
  const clients = useQuery(orpc.identity.clients.queryOptions(registrationQuery));
  const users = useQuery(orpc.identity.users.queryOptions(registrationQuery));
  const [wanted, setWanted] = useState(() => readChoice(localStorage));
  const sources = { kinds: kinds.data ?? [], clients: clients.data ?? [], users: users.data ?? [] };
  const refresh = () => {
    for (const query of [kinds, clients, users]) void query.refetch();
  };
  return {
    sources,
    choice: resolveChoice(wanted, sources),
    change: (part) => {
      const next = { ...wanted, ...part };
      setWanted(next);
      keepChoice(localStorage, next);
    },
    isLoaded: kinds.isSuccess && clients.isSuccess && users.isSuccess,
    error: kinds.error ?? clients.error ?? users.error,
    refresh,
  };
}
