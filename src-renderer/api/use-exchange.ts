import { skipToken, useQuery } from '@tanstack/react-query';
import { useApi } from './api-context.tsx';

/** One exchange as it may be shown; null asks for nothing. */
export function useExchange(id: string | null) {
  const { orpc } = useApi();
  return useQuery(
    orpc.exchanges.get.queryOptions({
      input: id === null ? skipToken : { id },
      // A step can name its exchange a moment before the record is there.
      retry: (count: number) => count < 4,
      retryDelay: 150,
    }),
  );
}
