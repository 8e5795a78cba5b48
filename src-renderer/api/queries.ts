import { QueryClient } from '@tanstack/react-query';
import type { FlowRun } from '#shared/api/index.ts';
import type { Api } from './client.ts';
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

/** Clients and users change with the files of the workspace: read again whenever they are asked for. */
export const registrationQuery = { staleTime: 2_000, refetchOnWindowFocus: true } as const;

/** A list of runs, newest first, with the present version of `run`. */
export function withRun(runs: readonly FlowRun[], run: FlowRun): FlowRun[] {
  const others = runs.filter((other) => other.id !== run.id);
  return [...others, run].toSorted((left, right) => right.number - left.number);
}

/** True if a run has ended. */
export function isOver(run: FlowRun): boolean {
  return run.state === 'passed' || run.state === 'failed' || run.state === 'cancelled';
}

const settlingMillis = 3_000;
let endedAtMillis = Number.NEGATIVE_INFINITY;

/** True if a run ended so recently that its records may still arrive. */
export function hasJustEnded(): boolean {
  return performance.now() - endedAtMillis < settlingMillis;
}

/** Puts a run that the engine sent into the cache. */
export function storeRun(queryClient: QueryClient, { orpc }: Api, run: FlowRun): void {
  if (isOver(run)) {
    endedAtMillis = performance.now();
    // Streams overtake each other: the records may have been told of before the end was.
    setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: orpc.flows.list.key() }),
      settlingMillis / 6,
    );
  }
  queryClient.setQueryData(orpc.flows.list.queryKey(), (runs) => withRun(runs ?? [], run));
}
