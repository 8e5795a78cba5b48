import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useAppStatus } from '#renderer/api/live.ts';
import { toProblem } from '#renderer/api/problem.ts';
import { newerEntries, newerOf, storeRun } from '#renderer/api/queries.ts';
import { useStore } from '#renderer/api/store.ts';
import { useWatch } from '#renderer/api/use-watch.ts';
import { reportProblem } from '#renderer/ui/report-problem.ts';
import { saveFile } from '#renderer/ui/save-file.ts';
import { toast } from '#renderer/ui/toast.tsx';
import { flowRunPath } from '#renderer/workbench/addresses.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import type {
  AttackFormat,
  AttackGroup,
  AttackRun,
  AttackStartInput,
  AttackTargetView,
} from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { type AttackView, attackView, changeView } from './attack-view.ts';
import { attackSettings, type Verdicts } from './catalogue.ts';
import { casesToLookAt, isOpenVerdict } from './results.ts';
import { attackMessages } from './words.ts';

/** Which play of which variant is opened as a run. */
export interface OpenedPlay {
  readonly caseId: string;
  readonly variant: string;
  readonly play: 'control' | 'mutant';
}

export interface AttackModeState {
  readonly view: AttackView;
  readonly groups: readonly AttackGroup[];
  readonly targets: readonly AttackTargetView[];
  /** The chosen server; undefined while the servers are being read. */
  readonly target: AttackTargetView | undefined;
  readonly runs: readonly AttackRun[];
  /** The run whose verdicts are shown; null: nothing was run. */
  readonly run: AttackRun | null;
  readonly found: Verdicts;
  readonly isLoading: boolean;
  readonly error: Problem | null;
  readonly retry: () => void;
  readonly isBusy: boolean;
  readonly isRunning: boolean;
  readonly start: (only: readonly string[] | null) => void;
  readonly cancel: () => void;
  readonly saveReport: (format: AttackFormat) => void;
  readonly openPlay: (play: OpenedPlay) => void;
  /** Says that a server may be attacked, and does so. */
  readonly confirmAndStart: (target: AttackTargetView, only: readonly string[] | null) => void;
  /** Why the last act failed; null after one that did not. */
  readonly problem: Problem | null;
  readonly dismiss: () => void;
}

/** True if a run of the catalogue is still in progress. */
export function isOpen({ state }: AttackRun): boolean {
  return state === 'running' || state === 'paused';
}

/** A list of runs, newest first, with `run` in its place, unless a newer view of it is there. */
export function withAttackRun(runs: readonly AttackRun[], run: AttackRun): AttackRun[] {
  const known = runs.find(({ id }) => id === run.id);
  const others = runs.filter(({ id }) => id !== run.id);
  return [...others, newerOf(known, run)].toSorted(
    (left, right) => right.startedAtMillis - left.startedAtMillis,
  );
}

function useRuns(chosenId: string | null) {
  const { client, orpc, queryClient } = useApi();
  const list = useQuery(
    orpc.attacks.list.queryOptions({ staleTime: 2_000, structuralSharing: newerEntries }),
  );
  const runs = (list.data ?? []).toSorted((left, right) => right.startedAtMillis - left.startedAtMillis);
  const store = (run: AttackRun) =>
    queryClient.setQueryData(orpc.attacks.list.queryKey(), (known) => withAttackRun(known ?? [], run));
  const open = runs.find(isOpen);
  useWatch({
    key: open?.id ?? null,
    credits: 2,
    open: (input, options) => client.attacks.watch({ ...input, runId: open?.id ?? '' }, options),
    onValue: store,
    isLast: (run: AttackRun) => !isOpen(run),
  });
  return { list, runs, run: runs.find(({ id }) => id === chosenId) ?? runs[0] ?? null, open, store };
}

/** The acts of the screen; what failed last is said. */
function useActs(store: (run: AttackRun) => void, settings: AttackStartInput, run: AttackRun | null) {
  const api = useApi();
  const { navigate } = useTab();
  const act = useMutation({ mutationFn: (job: () => Promise<void>) => job() });
  const { client, orpc, queryClient } = api;
  const perform = (job: () => Promise<void>) => {
    if (!act.isPending) act.mutate(job);
  };
  const start = async (only: readonly string[] | null) => {
    store(await client.attacks.start({ ...settings, only: only === null ? null : [...only] }));
    changeView({ runId: null });
  };
  return {
    act,
    start: (only: readonly string[] | null) => perform(() => start(only)),
    // Not one of the acts that wait for each other: stopping is always possible.
    cancel: (runId: string) => void client.attacks.cancel({ runId }).then(store).catch(reportProblem),
    saveReport: (format: AttackFormat) =>
      perform(async () => {
        if (run === null) return;
        const { text, fileName, mediaType } = await client.attacks.report({ runId: run.id, format });
        saveFile(fileName, text, mediaType);
        toast(attackMessages.attacks.saved(fileName));
      }),
    openPlay: (play: OpenedPlay) =>
      perform(async () => {
        const { target, profile, weaknesses, isDisruptive } = { ...settings, ...run?.start };
        const opened = await client.attacks.open({ target, profile, weaknesses, isDisruptive, ...play });
        storeRun(api, opened);
        navigate(flowRunPath(opened.id));
      }),
    confirmAndStart: ({ name, origin }: AttackTargetView, only: readonly string[] | null) =>
      perform(async () => {
        if (name === null) return;
        const targets = await client.attacks.confirmTarget({ name, origin, isConfirmed: true });
        queryClient.setQueryData(orpc.attacks.targets.queryKey(), targets);
        await start(only);
      }),
  };
}

/** Asks for cases and servers again when the files of the workspace have changed, here or outside. */
function useFollowedFiles(): void {
  const { orpc, queryClient } = useApi();
  const revision = useAppStatus()?.workspaceRevision ?? 0;
  const seen = useRef(revision);
  useEffect(() => {
    if (seen.current === revision) return;
    seen.current = revision;
    for (const queryKey of [orpc.attacks.catalogue.queryKey(), orpc.attacks.targets.queryKey()])
      void queryClient.invalidateQueries({ queryKey });
  }, [orpc, queryClient, revision]);
}

/**
 * Opens the first failure where no case is open; once a run has ended that was seen in progress, the first case that
 * needs a decision, unless such a one is open.
 */
function useFirstOpened(run: AttackRun | null, groups: readonly AttackGroup[], found: Verdicts): void {
  const seenId = useRef<string | null>(null);
  useEffect(() => {
    if (run === null) return;
    const failed = casesToLookAt(groups, found).find(({ id }) => found.get(id) === 'FAILED');
    if (failed !== undefined && attackView.get().openedId === null) changeView({ openedId: failed.id });
    if (isOpen(run)) seenId.current = run.id;
    else if (seenId.current === run.id) {
      seenId.current = null;
      const opened = attackView.get().openedId;
      const first = casesToLookAt(groups, found)[0];
      if (first !== undefined && !isOpenVerdict(found.get(opened ?? ''))) changeView({ openedId: first.id });
    }
  });
}

/** The state of the screen: catalogue, servers, runs, choices, and possible actions. */
export function useAttackMode(): AttackModeState {
  const { orpc } = useApi();
  const view = useStore(attackView);
  useFollowedFiles();
  const catalogue = useQuery(orpc.attacks.catalogue.queryOptions({ staleTime: 2_000 }));
  const targets = useQuery(orpc.attacks.targets.queryOptions({ staleTime: 2_000 }));
  const { list, runs, run, open, store } = useRuns(view.runId);
  const known = targets.data ?? [];
  const target = known.find(({ name }) => name === view.target) ?? known[0];
  const settings = attackSettings({ ...view, target: target?.name ?? null });
  const { act, cancel, ...acts } = useActs(store, settings, run);
  const groups = catalogue.data ?? [];
  const found: Verdicts = new Map(run?.verdicts.map(({ id, verdict }) => [id, verdict]));
  useFirstOpened(run, groups, found);
  const error = catalogue.error ?? targets.error ?? list.error;
  return {
    ...acts,
    view,
    groups,
    targets: known,
    target,
    runs,
    run,
    found,
    isLoading: catalogue.isPending || targets.isPending || list.isPending,
    error: error === null ? null : toProblem(error),
    retry: () => {
      for (const query of [catalogue, targets, list]) void query.refetch();
    },
    isBusy: act.isPending,
    isRunning: open !== undefined,
    cancel: () => {
      if (open !== undefined) cancel(open.id);
    },
    problem: act.error === null ? null : toProblem(act.error),
    dismiss: act.reset,
  };
}
