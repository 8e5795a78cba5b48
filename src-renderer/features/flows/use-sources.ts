import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { registrationQuery } from '#renderer/api/queries.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import {
  browsers,
  type FlowChoice,
  type FlowSources,
  keepChoice,
  readChoice,
  resolveChoice,
} from './choice.ts';

export interface ChoiceState {
  readonly sources: FlowSources;
  readonly choice: FlowChoice;
  readonly change: (part: Partial<FlowChoice>) => void;
  readonly isLoaded: boolean;
  readonly error: Error | null;
  /** Reads servers, clients and users again: their files may have changed. */
  readonly refresh: () => void;
  /** True if this machine has a browser that can be watched; undefined while that is not known. */
  readonly hasControlledBrowser: boolean | undefined;
}

/** The flows that can be run, and the settings for the next run. */
export function useChoice(): ChoiceState {
  const { orpc } = useApi();
  const [wanted, setWanted] = useState(() => readChoice(localStorage));
  const targets = useQuery(orpc.flows.targets.queryOptions(registrationQuery));
  const target = targets.data?.some(({ name }) => name === wanted.target) === false ? null : wanted.target;
  const kinds = useQuery(
    orpc.flows.kinds.queryOptions({ input: { target }, placeholderData: keepPreviousData }),
  );
  const clients = useQuery(orpc.identity.clients.queryOptions(registrationQuery));
  const users = useQuery(orpc.identity.users.queryOptions(registrationQuery));
  const controlled = useQuery(orpc.flows.controlledBrowser.queryOptions());
  const sources = {
    kinds: kinds.data ?? [],
    targets: targets.data ?? [],
    clients: clients.data ?? [],
    users: users.data ?? [],
  };
  const change = (part: Partial<FlowChoice>) => {
    const next = { ...wanted, ...part };
    setWanted(next);
    keepChoice(localStorage, next);
  };
  const refresh = () => {
    for (const query of [targets, kinds, clients, users]) void query.refetch();
  };
  useAskedClient(sources, (part) => change(part));
  return {
    sources,
    choice: resolveChoice(wanted, sources),
    change,
    isLoaded: kinds.isSuccess && clients.isSuccess && users.isSuccess && targets.isSuccess,
    error: kinds.error ?? clients.error ?? users.error ?? targets.error,
    refresh,
    hasControlledBrowser: controlled.data === undefined ? undefined : controlled.data !== null,
  };
}

/** Chooses client and browser that the address names, with a flow that suits; the address is then that of the screen. */
function useAskedClient({ kinds, clients }: FlowSources, change: (part: Partial<FlowChoice>) => void): void {
  const { address, navigate } = useTab();
  const asked = address?.query.get('client') ?? null;
  const isKnown = kinds.length > 0 && clients.some(({ clientId }) => clientId === asked);
  const choose = useEffectEvent((clientId: string) => {
    const suited = kinds.find(({ suitableClients }) => suitableClients.includes(clientId));
    const browser = browsers.find((each) => each === address?.query.get('browser'));
    change({
      target: null,
      clientId,
      ...(browser === undefined ? {} : { browser }),
      ...(suited === undefined ? {} : { kind: suited.kind }),
    });
    navigate('/flows');
  });
  useEffect(() => {
    if (asked !== null && isKnown) choose(asked);
  }, [asked, isKnown]);
}
