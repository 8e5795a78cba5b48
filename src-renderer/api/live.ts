import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AppStatus, FlowRun, Job } from '#shared/api/index.ts';
import { useApi } from './api-context.tsx';
import { setConnection } from './connection.ts';
import { addExchanges, exchangeLog, exchangeLogLimit } from './exchange-log.ts';
import { storeRun } from './queries.ts';
import { noteClock } from './service-clock.ts';
import { useWatch } from './use-watch.ts';

/** Keeps status, jobs and the exchange log of the engine up to date; the shell holds it once. */
export function useLiveEngine(): void {
  const { client, orpc } = useApi();
  const queryClient = useQueryClient();
  useWatch({
    key: 'status',
    credits: 4,
    open: (input, options) => client.app.watchStatus(input, options),
    onValue: (status: AppStatus) => {
      noteClock(status.clock);
      queryClient.setQueryData(orpc.app.status.queryKey(), status);
      setConnection('live');
    },
    onState: (state) => {
      if (state === 'broken') setConnection('lost');
    },
  });
  useWatch({
    key: 'jobs',
    credits: 4,
    open: (input, options) => client.jobs.watch(input, options),
    onValue: (jobs: Job[]) => queryClient.setQueryData(orpc.jobs.list.queryKey(), jobs),
  });
  useWatch({
    key: 'exchanges',
    credits: 16,
    open: (input, options) => client.exchanges.watch(input, options),
    onValue: (batch) => exchangeLog.update((log) => addExchanges(log, batch)),
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

/** Whether a run has come to its end. */
export function isOver(run: FlowRun): boolean {
  return run.state === 'passed' || run.state === 'failed' || run.state === 'cancelled';
}

/** Follows a run while it goes on and keeps it in the cache; null follows none. */
export function useLiveRun(run: FlowRun | null): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const runId = run === null || isOver(run) ? null : run.id;
  useWatch({
    key: runId,
    credits: 4,
    open: (input, options) => api.client.flows.watch({ ...input, runId: runId ?? '' }, options),
    onValue: (value: FlowRun) => storeRun(queryClient, api, value),
    isLast: isOver,
  });
}
