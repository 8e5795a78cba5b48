import { useMutation } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { importPath } from '#renderer/workbench/addresses.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';

/** Begins an import with the sample file, and goes to it. */
export function useSample() {
  const { client, orpc, queryClient } = useApi();
  const { navigate } = useTab();
  const sampling = useMutation({
    mutationFn: () => client.imports.createSample(),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: orpc.imports.list.key() });
      navigate(importPath(id));
    },
  });
  return {
    error: sampling.error,
    start: () => {
      if (!sampling.isPending) sampling.mutate();
    },
  };
}
