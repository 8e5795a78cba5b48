import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';

/** The name of the sign-in that a target names; null: none, undefined: it is not known yet. */
export function useFormerSignIn(target: string): string | null | undefined {
  const { orpc } = useApi();
  const { data } = useQuery(orpc.signIns.list.queryOptions({ staleTime: 0 }));
  return data === undefined
    ? undefined
    : (data.find(({ targets }) => targets.includes(target))?.name ?? null);
}
