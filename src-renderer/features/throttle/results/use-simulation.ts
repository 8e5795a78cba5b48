import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { useStore } from '#renderer/api/store.ts';
import { useWatch } from '#renderer/api/use-watch.ts';
import type { SimulationRun, SimulationStartInput } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import type { CountWindow } from '#shared/throttle/simulation/types.ts';
import {
  cancelSimulation,
  noSimulation,
  noteSimulation,
  type Outcome,
  simulations,
  startSimulation,
} from './kept-simulations.ts';

export type { Outcome } from './kept-simulations.ts';

export interface Simulation {
  readonly outcome: Outcome | null;
  /** How much of the running one is done, 0 … 1; null: none runs. */
  readonly share: number | null;
  readonly problem: Problem | null;
  readonly start: (input: SimulationStartInput) => void;
  readonly cancel: () => void;
}

/** One simulation at a time for a key; it continues while the screen shows something else. */
export function useSimulation(key: string): Simulation {
  const { client } = useApi();
  const { run, outcome, isBusy, problem } = useStore(simulations).get(key) ?? noSimulation;
  const calls = client.throttle;
  const runId = run?.state === 'running' ? run.id : null;
  useWatch({
    key: runId,
    credits: 4,
    open: (input, options) => calls.watch({ ...input, runId: runId ?? '' }, options),
    onValue: (next: SimulationRun) => void noteSimulation(calls, key, next),
    isLast: ({ state }: SimulationRun) => state !== 'running',
  });
  return {
    outcome,
    share: isBusy ? (run?.share ?? 0) : null,
    problem: isBusy ? null : (problem ?? run?.problem ?? null),
    start: (wanted) => void startSimulation(calls, key, wanted),
    cancel: () => void cancelSimulation(calls, key),
  };
}

/** Requests of which each is marked and explained at most. */
export const maxDecisions = 2_000;

export interface DecisionsOptions {
  readonly outcome: Outcome | null;
  /** Null: none is wanted. */
  readonly window: { readonly fromSeconds: number; readonly untilSeconds: number } | null;
}

function isOfRun(queryKey: unknown, runId: string | undefined): boolean {
  return queryKey !== undefined && JSON.stringify(queryKey).includes(`"${runId}"`);
}

/** The requests of a part of the time in pieces of their own length; null: nothing is wanted. */
export function useCounts(outcome: Outcome | null, window: CountWindow | null) {
  const { orpc } = useApi();
  return useQuery({
    ...orpc.throttle.counts.queryOptions({
      input: { runId: outcome?.runId ?? '', fromSeconds: 0, untilSeconds: 0, binSeconds: 1, ...window },
    }),
    enabled: outcome !== null && window !== null,
    gcTime: 60_000,
  });
}

/** A page of the groups that a text finds. */
export function useFoundGroups(
  outcome: Outcome | null,
  page: { readonly search: string; readonly from: number; readonly maximum: number } | null,
) {
  const { orpc } = useApi();
  return useQuery({
    ...orpc.throttle.groups.queryOptions({
      input: { runId: outcome?.runId ?? '', search: '', from: 0, ...page },
    }),
    enabled: outcome !== null && page !== null,
    placeholderData: (before, query) => (isOfRun(query?.queryKey, outcome?.runId) ? before : undefined),
    gcTime: 60_000,
  });
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
        maximum: maxDecisions,
      },
    }),
    enabled: outcome !== null && window !== null,
    // Data of this run stays until the new time range has loaded; data of another run must not.
    placeholderData: (before, query) => (isOfRun(query?.queryKey, outcome?.runId) ? before : undefined),
    gcTime: 60_000,
  });
}
