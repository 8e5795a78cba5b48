import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { runsQuery } from '#renderer/api/queries.ts';
import { useWatch } from '#renderer/api/use-watch.ts';
import type { FlowHistory, FlowRun, Job } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { countStandings, type FlowTest, flowTestsOf, openSuite, type Standing } from './results.ts';

/** The saved flows as the screen shows them, and its acts. */
export interface FlowTestsState {
  readonly tests: readonly FlowTest[];
  /** Those that the filter leaves. */
  readonly shown: readonly FlowTest[];
  readonly counts: ReturnType<typeof countStandings>;
  readonly filter: ReadonlySet<Standing>;
  readonly toggle: (standing: Standing) => void;
  /** The flow whose results are shown: the chosen one, else the first of the list. */
  readonly selected: FlowTest | null;
  readonly select: (name: string) => void;
  readonly runs: readonly FlowRun[];
  /** When the results were read last, in epoch milliseconds: ages count from here. */
  readonly readAtMillis: number;
  /** The flows that run together now; null: none do. */
  readonly suite: Job | null;
  readonly isLoading: boolean;
  readonly error: Problem | null;
  readonly retry: () => void;
  readonly isBusy: boolean;
  readonly run: (names: readonly string[]) => void;
  readonly cancel: () => void;
  readonly resume: () => void;
  /** Why the last act failed; null after one that did not. */
  readonly problem: Problem | null;
  readonly dismiss: () => void;
}

/** Follows what comes of the saved flows. */
function useHistories() {
  const { client, orpc, queryClient } = useApi();
  const histories = useQuery(
    orpc.flowTests.histories.queryOptions({ staleTime: 0, refetchInterval: 30_000 }),
  );
  useWatch({
    key: 'flow-tests',
    credits: 2,
    open: (input, options) => client.flowTests.watch(input, options),
    onValue: (value: FlowHistory[]) => {
      queryClient.setQueryData(orpc.flowTests.histories.queryKey(), value);
      void queryClient.invalidateQueries({ queryKey: orpc.flows.list.key() });
    },
  });
  return histories;
}

function toggled(filter: ReadonlySet<Standing>, standing: Standing): ReadonlySet<Standing> {
  const others = [...filter].filter((other) => other !== standing);
  return new Set(others.length < filter.size ? others : [...others, standing]);
}

/** The state of the list of saved flows. */
export function useFlowTests(): FlowTestsState {
  const api = useApi();
  const { client, orpc, queryClient } = api;
  const [filter, setFilter] = useState<ReadonlySet<Standing>>(new Set());
  const [name, setName] = useState<string | null>(null);
  const saved = useQuery(orpc.flows.saved.queryOptions({ staleTime: 0 }));
  const histories = useHistories();
  const runs = useQuery(runsQuery(api)).data ?? [];
  const jobs = useQuery(orpc.jobs.list.queryOptions()).data ?? [];
  const act = useMutation({
    mutationFn: (job: () => Promise<unknown>) => job(),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.jobs.list.key() }),
  });
  const tests = flowTestsOf(saved.data ?? [], histories.data ?? [], runs);
  const shown = filter.size === 0 ? tests : tests.filter(({ standing }) => filter.has(standing));
  const suite = openSuite(jobs);
  const error = saved.error ?? histories.error;
  return {
    tests,
    shown,
    counts: countStandings(tests),
    filter,
    toggle: (standing) => setFilter(toggled(filter, standing)),
    selected: shown.find((test) => test.name === name) ?? shown[0] ?? null,
    select: setName,
    runs,
    readAtMillis: histories.dataUpdatedAt,
    suite,
    isLoading: saved.isPending || histories.isPending,
    error: error === null ? null : toProblem(error),
    retry: () => void Promise.all([saved.refetch(), histories.refetch()]),
    isBusy: act.isPending || suite?.state === 'running',
    run: (names) => act.mutate(() => client.flowTests.run({ names: [...names] })),
    cancel: () => suite !== null && act.mutate(() => client.jobs.cancel({ id: suite.id })),
    resume: () => suite !== null && act.mutate(() => client.jobs.resume({ id: suite.id })),
    problem: act.error === null ? null : toProblem(act.error),
    dismiss: act.reset,
  };
}
