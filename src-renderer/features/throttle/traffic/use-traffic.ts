import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useAppStatus } from '#renderer/api/live.ts';
import { createStore, useStore } from '#renderer/api/store.ts';
import { announce } from '#renderer/ui/announcer.tsx';
import { reportProblem } from '#renderer/ui/report-problem.ts';
import type { DesignedTraffic, TracedTraffic } from '#shared/api/index.ts';
import type { EditOrder } from '../edit-order.ts';
import { labMessages } from '../words.ts';
import {
  edited,
  freshHistory,
  isContinued,
  isSameTraffic,
  redone,
  type TrafficHistory,
  undone,
} from './traffic-history.ts';

const messages = labMessages.traffic;

/** Edits of traffic files by their names: they outlive the tab. */
const histories = createStore<ReadonlyMap<string, TrafficHistory>>(new Map());

function keep(file: string, history: TrafficHistory | null): void {
  histories.update((all) => {
    const next = new Map(all);
    if (history === null) next.delete(file);
    else next.set(file, history);
    return next;
  });
  persist();
}

const storageKey = 'gatehouse.traffic-drafts';
/** Larger drafts live as long as the page. */
const maxKeptUnits = 500_000;
let workspace = '';

/** Takes up the drafts that the page left of this workspace when it was closed. */
export function restoreTrafficDrafts(workspaceId: string): void {
  if (workspace === workspaceId) return;
  workspace = workspaceId;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${storageKey}.${workspaceId}`) ?? '[]');
    const drafts = Array.isArray(kept) ? (kept as [string, DesignedTraffic][]) : [];
    for (const [file, traffic] of drafts)
      if (!histories.get().has(file))
        histories.update((all) => new Map(all).set(file, freshHistory(traffic)));
  } catch {
    // A damaged entry counts as none.
  }
}

function persist(): void {
  if (workspace === '') return;
  const kept = JSON.stringify([...histories.get()].map(([file, { now }]) => [file, now]));
  if (kept.length <= maxKeptUnits) localStorage.setItem(`${storageKey}.${workspace}`, kept);
}

/** A traffic file under edit. */
export interface TrafficState {
  readonly file: string;
  readonly traffic: DesignedTraffic;
  readonly traceId: string | null;
  readonly traceRequests: number;
  /** Recorded requests by class. */
  readonly classRequests: readonly number[];
  readonly isDirty: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Edits of one thing that follow each other are one step of undo. */
  readonly edit: (next: DesignedTraffic, of?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly save: () => void;
}

/** The name in a path: `gold` of `traffic/gold.json`. */
export function trafficName(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.json$/, '');
}

/** Reads a traffic file, again whenever the workspace changes. */
export function useOpenedTraffic(file: string | null) {
  const { orpc } = useApi();
  const revision = useAppStatus()?.workspaceRevision ?? 0;
  return useQuery({
    ...orpc.throttle.openTraffic.queryOptions({ input: { file: file ?? '' } }),
    queryKey: [...orpc.throttle.openTraffic.queryKey({ input: { file: file ?? '' } }), revision],
    enabled: file !== null,
    placeholderData: (before) => before,
  });
}

/** Follows a traffic file and the edits of it; their steps are noted in an order with those of others. */
export function useTraffic(file: string, opened: TracedTraffic, edits: EditOrder): TrafficState {
  const { client, queryClient } = useApi();
  const { now, past, future } = useStore(histories).get(file) ?? freshHistory(opened.traffic);
  const isDirty = useMemo(() => !isSameTraffic(now, opened.traffic), [now, opened.traffic]);
  // An action starts from the state at the time it is performed, not when it was rendered.
  const current = () => histories.get().get(file) ?? freshHistory(opened.traffic);
  const saving = useMutation({
    mutationFn: (traffic: DesignedTraffic) =>
      client.throttle.saveTraffic({ name: trafficName(file), traffic, traceId: opened.traceId }),
    onSuccess: async (_, saved) => {
      await queryClient.invalidateQueries();
      announce(messages.saved(file));
      // Edits made meanwhile are not in the file.
      if (current().now !== saved) return;
      keep(file, null);
      edits.forget(file);
    },
    onError: reportProblem,
  });
  return {
    file,
    traffic: now,
    traceId: opened.traceId,
    traceRequests: opened.traceRequests,
    classRequests: opened.classRequests,
    isDirty,
    canUndo: past.length > 0 || isDirty,
    canRedo: future.length > 0,
    edit(next, of) {
      // A step of the policy between two edits of one thing keeps them apart.
      const isNewStep = edits.latest() !== file || !isContinued(current(), of ?? null);
      if (isNewStep) edits.note(file);
      keep(file, edited(current(), next, of ?? null, isNewStep));
    },
    undo: () => keep(file, undone(current(), opened.traffic)),
    redo: () => keep(file, redone(current())),
    save: () => saving.mutate(current().now),
  };
}
