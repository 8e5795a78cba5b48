import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import type { ImportTarget } from '#shared/api/index.ts';
import type { OpenImport } from './use-import.ts';

/** The platforms that consents can go to, and the one that an import goes to. */
export function useTargets({ view }: Pick<OpenImport, 'view'>): {
  readonly targets: readonly ImportTarget[] | undefined;
  readonly target: ImportTarget | null;
  readonly error: Error | null;
} {
  const { orpc } = useApi();
  const found = useQuery(orpc.imports.targets.queryOptions({ staleTime: 2_000 }));
  return {
    targets: found.data,
    target: found.data?.find(({ name }) => name === view.job.target) ?? null,
    error: found.error,
  };
}
