import { useQuery } from '@tanstack/react-query';
import type { RegistrationKind } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { useAppStatus } from '../../api/live.ts';

/** Every registration of a kind; read again whenever the workspace changes. */
export function useRegistrations(kind: RegistrationKind) {
  const { orpc } = useApi();
  const revision = useAppStatus()?.workspaceRevision ?? 0;
  const options = orpc.identity.registrations.queryOptions({ input: { kind } });
  return useQuery({
    ...options,
    queryKey: [...options.queryKey, revision],
    placeholderData: (before) => before,
  });
}
