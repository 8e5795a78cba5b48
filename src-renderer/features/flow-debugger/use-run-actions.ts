import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FlowRun, FlowStart } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { storeRun } from '../../api/queries.ts';
import { useTab } from '../../workbench/tab-context.tsx';

type Act = 'next' | 'resume' | 'cancel';

export interface RunActions {
  readonly start: (input: FlowStart) => void;
  readonly act: (what: Act, run: FlowRun) => void;
  readonly isBusy: boolean;
  /** Why the last act failed; null after one that did not. */
  readonly problem: Problem | null;
  readonly dismiss: () => void;
}

/** Address of a run inside the application. */
export function runPath(runId: string): string {
  return `/flows/${encodeURIComponent(runId)}`;
}

/** Starts runs and moves them on; what comes back goes into the cache, and a new run is shown. */
export function useRunActions(): RunActions {
  const api = useApi();
  const queryClient = useQueryClient();
  const { navigate } = useTab();
  const start = useMutation({
    mutationFn: (input: FlowStart) => api.client.flows.start(input),
    onSuccess: (run) => {
      storeRun(queryClient, api, run);
      navigate(runPath(run.id));
    },
  });
  const move = useMutation({
    mutationFn: ({ what, runId }: { readonly what: Act; readonly runId: string }) =>
      api.client.flows[what]({ runId }),
    onSuccess: (run) => storeRun(queryClient, api, run),
  });
  const error = start.error ?? move.error;
  const dismiss = () => {
    start.reset();
    move.reset();
  };
  return {
    start: (input) => {
      move.reset();
      start.mutate(input);
    },
    act: (what, run) => {
      start.reset();
      move.mutate({ what, runId: run.id });
    },
    isBusy: start.isPending || move.isPending,
    problem: error === null ? null : toProblem(error),
    dismiss,
  };
}
