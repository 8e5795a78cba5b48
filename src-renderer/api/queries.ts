import type { FlowRun } from '#shared/api/index.ts';
import { isOver } from '#shared/flows/run-state.ts';
import type { Api } from './client.ts';

/** Clients and users change with the files of the workspace: read again whenever they are asked for. */
export const registrationQuery = { staleTime: 2_000, refetchOnWindowFocus: true } as const;

/** Returns the newer of two views of the same thing: responses and streams can overtake each other. */
export function newerOf<T extends { readonly revision: number }>(known: T | undefined, received: T): T {
  return known !== undefined && known.revision > received.revision ? known : received;
}

interface View {
  readonly revision: number;
}

/** Returns the known view or the fetched one, whichever is newer. For `structuralSharing`. */
export function newerView(known: unknown, received: unknown): unknown {
  return newerOf(known as View | undefined, received as View);
}

interface Entry extends View {
  readonly id: string;
}

/** Returns the fetched list, keeping known entries that are newer. For `structuralSharing`. */
export function newerEntries(known: unknown, received: unknown): unknown {
  const before = new Map((known as Entry[] | undefined)?.map((view) => [view.id, view]));
  return (received as Entry[]).map((view) => newerOf(before.get(view.id), view));
}

/** A list of runs, newest first, with `run` in its place, unless a newer view of it is there. */
export function withRun(runs: readonly FlowRun[], run: FlowRun): FlowRun[] {
  const known = runs.find((other) => other.id === run.id);
  const others = runs.filter((other) => other.id !== run.id);
  return [...others, newerOf(known, run)].toSorted((left, right) => right.number - left.number);
}

/** The query of the list of runs. */
export function runsQuery({ orpc }: Api) {
  return orpc.flows.list.queryOptions({ structuralSharing: newerEntries });
}

const settlingMillis = 3_000;
let endedAtMillis = Number.NEGATIVE_INFINITY;

/** True if a run ended so recently that its records may still arrive. */
export function hasJustEnded(): boolean {
  return performance.now() - endedAtMillis < settlingMillis;
}

/** Puts a run that the engine sent into the cache. */
export function storeRun({ orpc, queryClient }: Api, run: FlowRun): void {
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
