import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { Client } from '#renderer/api/client.ts';
import { toProblem } from '#renderer/api/problem.ts';
import { newerOf, newerView } from '#renderer/api/queries.ts';
import { useWatch } from '#renderer/api/use-watch.ts';
import { importPath } from '#renderer/workbench/addresses.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import { importSteps } from '#shared/api/consents.ts';
import type { ImportState, ImportStep, ImportView } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';

/** An import that is shown, and what can be done with it. */
export interface OpenImport {
  readonly view: ImportView;
  readonly id: string;
  readonly step: ImportStep;
  readonly go: (step: ImportStep) => void;
  /** Its settings can no longer be changed. */
  readonly isLocked: boolean;
  /** Long work continues: its inputs must not be changed. */
  readonly isWorking: boolean;
  readonly isActing: boolean;
  /** Asks the engine for a change; its answer is shown, and a refusal is in `problem`. */
  readonly act: (call: (client: Client) => Promise<ImportView>, then?: (view: ImportView) => void) => void;
  /** Why the last act failed. */
  readonly problem: Problem | null;
}

const openStates: readonly ImportState[] = ['receiving', 'editing', 'ready'];
const loadStates: readonly ImportState[] = ['loading', 'paused', 'halted'];

/** True if consents were sent, or are being sent; the settings are fixed from then on. */
export function hasBegun({ state }: Pick<ImportView, 'state'>): boolean {
  return !openStates.includes(state);
}

/** Nothing is being sent, or taken back. */
const overStates: readonly ImportState[] = ['loaded', 'paused', 'halted', 'cancelled', 'undone'];

/** True if nothing is going on with an import whose load has begun, so that it can be undone, retried or deleted. */
export function isFreeOf({ view, isActing, isWorking }: OpenImport): boolean {
  return overStates.includes(view.state) && !isActing && !isWorking && !view.isForgotten;
}

/** The step at which a person goes on who opens an import. */
export function stepOf(view: Pick<ImportView, 'state' | 'next'>): ImportStep {
  if (loadStates.includes(view.state)) return 'load';
  return hasBegun(view) ? 'report' : view.next;
}

/** Steps that look at a plan. */
const plannedSteps: readonly ImportStep[] = ['check', 'dry-run', 'load'];

/**
 * True if a step can be shown: steps done, the next step, all before it, and those that need a plan if there is one.
 */
export function isReached(
  view: Pick<ImportView, 'state' | 'next' | 'done' | 'job'>,
  step: ImportStep,
): boolean {
  if (hasBegun(view) || (view.job.plan !== null && plannedSteps.includes(step))) return true;
  return view.done.includes(step) || importSteps.indexOf(step) <= importSteps.indexOf(view.next);
}

function stepNamed(name: string | null | undefined): ImportStep | null {
  return importSteps.find((step) => step === name) ?? null;
}

/** One import as it changes; the error where there is none of this id. */
export function useImportView(id: string): {
  readonly view: ImportView | undefined;
  readonly error: Error | null;
} {
  const { client, orpc, queryClient } = useApi();
  const found = useQuery(
    orpc.imports.get.queryOptions({ input: { id }, staleTime: 0, structuralSharing: newerView }),
  );
  useWatch({
    key: found.data === undefined ? null : `import ${id}`,
    credits: 2,
    open: (input, options) => client.imports.watch({ ...input, id }, options),
    onValue: (view: ImportView) => {
      queryClient.setQueryData(orpc.imports.get.queryKey({ input: { id } }), (known) => newerOf(known, view));
    },
  });
  return { view: found.data, error: found.error };
}

/** The step shown for an import, and whether its file had been read by then. */
export interface ShownStep {
  readonly step: ImportStep;
  readonly isRead: boolean;
}

/**
 * The step to show: the one that was asked for, else the one that is shown, or where a person goes on. A file that has
 * just been read is left; what is worked on is not done for that time, and its step stays all the same.
 */
export function nextShown(
  view: Pick<ImportView, 'state' | 'next' | 'done' | 'job'>,
  wanted: ImportStep | null,
  shown: ShownStep,
  isWorking: boolean,
): ImportStep {
  const canShow = (step: ImportStep) => (isWorking && step === shown.step) || isReached(view, step);
  if (wanted !== null && canShow(wanted)) return wanted;
  const isJustRead = shown.step === 'file' && !shown.isRead && view.done.includes('file');
  return !isJustRead && canShow(shown.step) ? shown.step : stepOf(view);
}

/** The import of a tab with its acts. */
export function useOpenImport(view: ImportView): OpenImport {
  const { client, orpc, queryClient } = useApi();
  const { address, navigate } = useTab();
  const { id } = view.job;
  const acting = useMutation({
    mutationFn: (call: (client: Client) => Promise<ImportView>) => call(client),
    onSuccess: (answer) => {
      queryClient.setQueryData(orpc.imports.get.queryKey({ input: { id: answer.job.id } }), (known) =>
        newerOf(known, answer),
      );
    },
  });
  const wanted = stepNamed(address?.query.get('step'));
  const workState = view.work?.state;
  const isWorking = workState === 'queued' || workState === 'running';
  const isRead = view.done.includes('file');
  const [shown, setShown] = useState<ShownStep>(() => ({ step: stepOf(view), isRead }));
  const step = nextShown(view, wanted, shown, isWorking);
  if (step !== shown.step || isRead !== shown.isRead) setShown({ step, isRead });
  return {
    view,
    id,
    step,
    go: (to) => {
      acting.reset();
      navigate(importPath(id, to));
    },
    isLocked: hasBegun(view) || view.isForgotten,
    isWorking,
    isActing: acting.isPending,
    act: (call, then) => acting.mutate(call, then === undefined ? {} : { onSuccess: then }),
    problem: acting.error === null ? null : toProblem(acting.error),
  };
}
