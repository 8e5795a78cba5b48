import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SimulationRun, SimulationStartInput } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import type { SimulationResult } from '#shared/throttling/simulation/types.ts';
import { useApi } from '../../../api/api-context.tsx';
import { toProblem } from '../../../api/problem.ts';
import { useWatch } from '../../../api/use-watch.ts';

/** What came of a simulation, and what went into it. */
export interface Outcome {
  readonly runId: string;
  readonly result: SimulationResult;
  /** The second policy's, where one was compared. */
  readonly compared: SimulationResult | null;
  readonly input: SimulationStartInput;
}

export interface Simulation {
  readonly outcome: Outcome | null;
  /** How much of the running one is done, 0 … 1; null: none runs. */
  readonly share: number | null;
  readonly problem: Problem | null;
  readonly start: (input: SimulationStartInput) => void;
  readonly cancel: () => void;
}

/** Follows a run until it ends; its progress goes into state, its end to `onEnd`. */
function useFollowedRun(run: SimulationRun | null, onRun: (run: SimulationRun) => void): void {
  const { client } = useApi();
  const runId = run?.state === 'running' ? run.id : null;
  useWatch({
    key: runId,
    credits: 4,
    open: (input, options) => client.throttle.watch({ ...input, runId: runId ?? '' }, options),
    onValue: onRun,
    isLast: ({ state }: SimulationRun) => state !== 'running',
  });
}

/** One simulation at a time; the outcome of the last one stays until the next has come. */
export function useSimulation(): Simulation {
  const { client } = useApi();
  const [run, setRun] = useState<SimulationRun | null>(null);
  const [input, setInput] = useState<SimulationStartInput | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const fetching = useMutation({
    mutationFn: (runId: string) => client.throttle.result({ runId }),
    onSuccess: ({ result, compared }, runId) => {
      if (input !== null) setOutcome({ runId, result, compared, input });
    },
  });
  const note = (next: SimulationRun) => {
    setRun(next);
    if (next.state === 'done') fetching.mutate(next.id);
  };
  const starting = useMutation({
    mutationFn: (wanted: SimulationStartInput) => client.throttle.simulate(wanted),
    onSuccess: note,
  });
  const cancelling = useMutation({
    mutationFn: (runId: string) => client.throttle.cancel({ runId }),
    onSuccess: note,
  });
  useFollowedRun(run, note);
  const error = starting.error ?? fetching.error;
  const isRunning = starting.isPending || run?.state === 'running' || fetching.isPending;
  return {
    outcome,
    share: isRunning ? (run?.share ?? 0) : null,
    problem: isRunning ? null : error === null ? (run?.problem ?? null) : toProblem(error),
    start: (wanted) => {
      fetching.reset();
      setInput(wanted);
      setRun(null);
      starting.mutate(wanted);
    },
    cancel: () => {
      if (run?.state === 'running') cancelling.mutate(run.id);
    },
  };
}

/** Requests of which each is marked and explained at most. */
export const mostDecisions = 2_000;

export interface DecisionsOptions {
  readonly outcome: Outcome | null;
  /** Null: none is wanted. */
  readonly window: { readonly fromSeconds: number; readonly untilSeconds: number } | null;
}

function isOfRun(queryKey: unknown, runId: string | undefined): boolean {
  return queryKey !== undefined && JSON.stringify(queryKey).includes(`"${runId}"`);
}

/** Each request of a window of time as the filter saw it. */
export function useDecisions({ outcome, window }: DecisionsOptions) {
  const { orpc } = useApi();
  return useQuery({
    ...orpc.throttle.decisions.queryOptions({
      input: {
        runId: outcome?.runId ?? '',
        fromSeconds: window?.fromSeconds ?? 0,
        untilSeconds: window?.untilSeconds ?? 0,
        maximum: mostDecisions,
      },
    }),
    enabled: outcome !== null && window !== null,
    // What is known of this run stays until the new part of time has come; another run's must not.
    placeholderData: (before, query) => (isOfRun(query?.queryKey, outcome?.runId) ? before : undefined),
    gcTime: 60_000,
  });
}
