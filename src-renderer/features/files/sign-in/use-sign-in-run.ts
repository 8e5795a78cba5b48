import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FlowBrowser, FlowRun, FlowTarget } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { isOver } from '#shared/flows/run-state.ts';
import { useApi } from '../../../api/api-context.tsx';
import { useLiveRun } from '../../../api/live.ts';
import { toProblem } from '../../../api/problem.ts';
import { runsQuery, storeRun } from '../../../api/queries.ts';

/** A sign-in that is tried, or done by hand and watched. */
export interface SignInRun {
  /** The run of the last try; null: there was none since the pane is open. */
  readonly run: FlowRun | null;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly start: (target: FlowTarget, username: string, browser: FlowBrowser) => void;
  readonly cancel: () => void;
}

/** Runs the authorization code flow with PKCE for a user, and follows it. */
export function useSignInRun(): SignInRun {
  const api = useApi();
  const [runId, setRunId] = useState<string | null>(null);
  const runs = useQuery(runsQuery(api));
  const run = runs.data?.find(({ id }) => id === runId) ?? null;
  useLiveRun(run);
  const starting = useMutation({
    mutationFn: (start: Parameters<typeof api.client.flows.start>[0]) => api.client.flows.start(start),
    onSuccess: (started) => {
      storeRun(api, started);
      setRunId(started.id);
    },
  });
  const cancelling = useMutation({
    mutationFn: (id: string) => api.client.flows.cancel({ runId: id }),
    onSuccess: (ended) => storeRun(api, ended),
  });
  const error = starting.error ?? cancelling.error;
  return {
    run,
    isBusy: starting.isPending || (run !== null && !isOver(run)),
    problem: error === null ? null : toProblem(error),
    start({ name: target, clients: [client] }, username, browser) {
      if (client === undefined) return;
      setRunId(null);
      starting.mutate({
        kind: 'code-pkce',
        target,
        clientId: client.clientId,
        username,
        mode: 'run',
        browser,
      });
    },
    cancel() {
      if (run !== null && !isOver(run)) cancelling.mutate(run.id);
    },
  };
}
