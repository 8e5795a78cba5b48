import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useStore } from '#renderer/api/store.ts';
import { useWatch } from '#renderer/api/use-watch.ts';
import type { SimulationRun, SimulationStartInput } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import type { CountWindow, GroupResult } from '#shared/throttle/simulation/types.ts';
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
  /** The outcome before it, of another input. */
  readonly former: Outcome | null;
  /** How long the last one took; null: none has come to its end. */
  readonly tookMillis: number | null;
  /** How much of the running one is done, 0 … 1; null: none runs. */
  readonly share: number | null;
  readonly problem: Problem | null;
  readonly start: (input: SimulationStartInput) => void;
  readonly cancel: () => void;
}

/** One simulation at a time for a key; it continues while the screen shows something else. */
export function useSimulation(key: string): Simulation {
  const { client } = useApi();
  const { run, outcome, former, tookMillis, isBusy, problem } =
    useStore(simulations).get(key) ?? noSimulation;
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
    former,
    tookMillis,
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

/** The run that is asked about, and how requests of one second are laid in what is shown of it. */
function askedOf(outcome: Outcome | null) {
  return { runId: outcome?.runId ?? '', spread: outcome?.spread ?? null };
}

const noGroups: readonly GroupResult[] = [];

function isOfOutcome(queryKey: unknown, outcome: Outcome | null): boolean {
  const { runId, spread } = askedOf(outcome);
  const key = JSON.stringify(queryKey ?? null);
  return key.includes(`"runId":"${runId}"`) && key.includes(`"spread":${JSON.stringify(spread)}`);
}

/** The requests of a part of the time in pieces of their own length; null: nothing is wanted. */
export function useCounts(outcome: Outcome | null, window: CountWindow | null) {
  const { orpc } = useApi();
  return useQuery({
    ...orpc.throttle.counts.queryOptions({
      input: { ...askedOf(outcome), fromSeconds: 0, untilSeconds: 0, binSeconds: 1, ...window },
    }),
    enabled: outcome !== null && window !== null,
    gcTime: 60_000,
  });
}

/** Named groups in the pieces of a part of the time; null: nothing is wanted. */
export function useGroupsWithin(
  outcome: Outcome | null,
  keys: readonly string[],
  window: CountWindow | null,
) {
  const { orpc } = useApi();
  const isWanted = outcome !== null && window !== null && keys.length > 0;
  return useQuery({
    ...orpc.throttle.groups.queryOptions({
      input: { ...askedOf(outcome), keys: [...keys], maximum: Math.max(1, keys.length), window },
    }),
    enabled: isWanted,
    gcTime: 60_000,
  });
}

/**
 * Groups of an outcome that another is compared with, by their keys and in the pieces that are shown; those that it does not
 * have are left out.
 */
export function useFormerGroups(
  former: Outcome | null,
  keys: readonly string[],
  window: CountWindow | null,
): readonly GroupResult[] {
  const { orpc } = useApi();
  const known = useMemo(() => {
    if (former === null) return [];
    const byKey = new Map(former.result.groups.map((group) => [group.key, group]));
    const found = keys.flatMap((key) => byKey.get(key) ?? []);
    const isAll = found.length === keys.length || former.result.groupCount === former.result.groups.length;
    return window === null && isAll ? found : null;
  }, [former, keys, window]);
  const asked = useQuery({
    ...orpc.throttle.groups.queryOptions({
      input: { ...askedOf(former), keys: [...keys], maximum: Math.max(1, keys.length), window },
    }),
    enabled: known === null,
    gcTime: 60_000,
  });
  return known ?? asked.data?.groups ?? noGroups;
}

/** A page of the groups that a text finds. */
export function useFoundGroups(
  outcome: Outcome | null,
  page: { readonly search: string; readonly from: number; readonly maximum: number } | null,
) {
  const { orpc } = useApi();
  return useQuery({
    ...orpc.throttle.groups.queryOptions({
      input: { ...askedOf(outcome), search: '', from: 0, ...page },
    }),
    enabled: outcome !== null && page !== null,
    placeholderData: (before, query) => (isOfOutcome(query?.queryKey, outcome) ? before : undefined),
    gcTime: 60_000,
  });
}

/** Each request of a window of time as the filter saw it. */
export function useDecisions({ outcome, window }: DecisionsOptions) {
  const { orpc } = useApi();
  return useQuery({
    ...orpc.throttle.decisions.queryOptions({
      input: {
        ...askedOf(outcome),
        fromSeconds: window?.fromSeconds ?? 0,
        untilSeconds: window?.untilSeconds ?? 0,
        maximum: maxDecisions,
      },
    }),
    enabled: outcome !== null && window !== null,
    // Data of this run stays until the new time range has loaded; data of another run must not.
    placeholderData: (before, query) => (isOfOutcome(query?.queryKey, outcome) ? before : undefined),
    gcTime: 60_000,
  });
}
