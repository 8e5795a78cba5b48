import { QueryClient } from '@tanstack/react-query';
import { isForeseen } from './problem.ts';

/** Query cache for a local engine: calls never wait for a network, and pushed data does not go stale. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 3 && !isForeseen(error),
        retryDelay: (count) => 200 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
