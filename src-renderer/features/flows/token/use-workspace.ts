import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { useAppStatus } from '#renderer/api/live.ts';
import { registrationQuery } from '#renderer/api/queries.ts';
import type { ClientSummary, SigningKeyView } from '#shared/api/index.ts';

const noClients: readonly ClientSummary[] = [];

/** The clients of the workspace; none while they are read. */
export function useClients(): readonly ClientSummary[] {
  const { orpc } = useApi();
  return useQuery(orpc.identity.clients.queryOptions(registrationQuery)).data ?? noClients;
}

/** The clients that have a secret. */
export function useClientsWithSecret(): readonly ClientSummary[] {
  return useClients().filter(({ isPublic }) => !isPublic);
}

/** The keys of the hosted server that are published. */
export function useServerKeys(): readonly SigningKeyView[] {
  const { orpc } = useApi();
  const keys = useQuery(orpc.signingKeys.list.queryOptions({ staleTime: 0 })).data ?? [];
  return keys.filter(({ state }) => state !== 'retired');
}

/** The base URL of the hosted authorization server; empty while it does not run. */
export function useIssuer(): string {
  const status = useAppStatus();
  return status?.services.find(({ key }) => key === 'authorizationServer')?.url ?? '';
}

/** The issuers of assertions that the workspace trusts. */
export function useSamlIssuers(): readonly string[] {
  const { orpc } = useApi();
  const input = { kind: 'saml-issuer' } as const;
  const found =
    useQuery(orpc.identity.registrations.queryOptions({ input, ...registrationQuery })).data ?? [];
  return found.flatMap(({ document }) =>
    typeof document?.['issuer'] === 'string' ? [document['issuer']] : [],
  );
}
