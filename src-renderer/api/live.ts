import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AppStatus, FlowRun, Job } from '#shared/api/index.ts';
import { isOver } from '#shared/flows/run-state.ts';
import { useApi } from './api-context.tsx';
import { setConnection } from './connection.ts';
import { drawingPause } from './drawing-pause.ts';
import { addExchanges, exchangeLog, exchangeLogLimit } from './exchange-log.ts';
import { hasJustEnded, storeRun } from './queries.ts';
import { noteClock } from './service-clock.ts';
import { useWatch } from './use-watch.ts';

function runningServices({ services }: AppStatus): string {
  return services.map(({ key, state }) => (state === 'running' ? key : '')).join();
}

/**
 * Calls `catchUp` each time but the first: messages missed while a stream was closed have to be read again.
 */
function useReopening(catchUp: () => void): () => void {
  const wasOpen = useRef(false);
  return () => {
    if (wasOpen.current) catchUp();
    wasOpen.current = true;
  };
}

/** Keeps status, jobs and the exchange log of the engine up to date; the shell holds it once. */
export function useLiveEngine(): void {
  const { client, orpc, queryClient } = useApi();
  const activeJobs = useAppStatus()?.activeJobs ?? 0;
  const onStatusOpen = useReopening(() => void queryClient.invalidateQueries());
  const onExchangesOpen = useReopening(
    () => void queryClient.invalidateQueries({ queryKey: orpc.exchanges.list.key() }),
  );
  useWatch({
    key: 'status',
    credits: 4,
    open: (input, options) => client.app.watchStatus(input, options),
    onValue: (status: AppStatus) => {
      const before = queryClient.getQueryData(orpc.app.status.queryKey());
      // Another workspace was opened in place of this one: everything on the page is of the former.
      if (before !== undefined && before.workspaceId !== status.workspaceId) return location.reload();
      noteClock(status.clock);
      queryClient.setQueryData(orpc.app.status.queryKey(), status);
      setConnection('live');
      if (before !== undefined && before.activeJobs !== status.activeJobs)
        void queryClient.invalidateQueries({ queryKey: orpc.jobs.list.key() });
      // Files or secrets changed: their data is read again.
      if (before !== undefined && before.workspaceRevision !== status.workspaceRevision)
        for (const area of [
          orpc.identity,
          orpc.workspace,
          orpc.workspaceTrust,
          orpc.secrets,
          orpc.flows.kinds,
          orpc.flows.targets,
          orpc.signIns,
        ])
          void queryClient.invalidateQueries({ queryKey: area.key() });
      // Which clients suit a flow depends on the services that run.
      if (before !== undefined && runningServices(before) !== runningServices(status))
        void queryClient.invalidateQueries({ queryKey: orpc.flows.kinds.key() });
    },
    onState: (state) => {
      if (state === 'broken') setConnection('lost');
      else onStatusOpen();
    },
  });
  useWatch({
    // Only while there is something to follow.
    key: activeJobs > 0 ? 'jobs' : null,
    credits: 4,
    open: (input, options) => client.jobs.watch(input, options),
    onValue: (jobs: Job[]) => queryClient.setQueryData(orpc.jobs.list.queryKey(), jobs),
  });
  useWatch({
    key: 'exchanges',
    credits: 1,
    open: (input, options) => client.exchanges.watch(input, options),
    pauseMillis: ({ items }) => drawingPause(items.length),
    onValue: (batch) => {
      exchangeLog.update((log) => addExchanges(log, batch));
      // Server records of a run's last requests can arrive after the run itself has ended.
      if (hasJustEnded()) void queryClient.invalidateQueries({ queryKey: orpc.flows.list.key() });
    },
    onState: (state) => {
      if (state === 'open') onExchangesOpen();
    },
  });
  const earlier = useQuery(orpc.exchanges.list.queryOptions({ input: { limit: exchangeLogLimit } }));
  useEffect(() => {
    const page = earlier.data;
    if (page !== undefined) exchangeLog.update((log) => addExchanges(log, { items: page.items }));
  }, [earlier.data]);
}

/** The status of the application; undefined until the engine has told it. */
export function useAppStatus(): AppStatus | undefined {
  const { orpc } = useApi();
  return useQuery(orpc.app.status.queryOptions()).data;
}

/** Follows a run while it goes on and keeps it in the cache; null follows none. */
export function useLiveRun(run: FlowRun | null): void {
  const api = useApi();
  const runId = run === null || isOver(run) ? null : run.id;
  useWatch({
    key: runId,
    credits: 4,
    open: (input, options) => api.client.flows.watch({ ...input, runId: runId ?? '' }, options),
    onValue: (value: FlowRun) => storeRun(api, value),
    isLast: isOver,
  });
}
