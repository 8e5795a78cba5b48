import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import type { ImportTarget } from '#shared/api/index.ts';
import type { OpenImport } from './use-import.ts';

/** The target of a workspace that has no other; it need not be chosen. */
export function onlyTarget(targets: readonly ImportTarget[]): ImportTarget | undefined {
  return targets.length === 1 ? targets[0] : undefined;
}

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
    target: targetIn(found.data ?? [], view.job.target),
    error: found.error,
  };
}

/** The target that was chosen; where nothing was chosen yet, the only one there is. */
function targetIn(targets: readonly ImportTarget[], chosen: string | null): ImportTarget | null {
  const found = chosen === null ? onlyTarget(targets) : targets.find(({ name }) => name === chosen);
  return found ?? null;
}
