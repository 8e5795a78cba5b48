import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { Client } from '#renderer/api/client.ts';
import { toProblem } from '#renderer/api/problem.ts';
import { newerOf, newerView } from '#renderer/api/queries.ts';
import { useWatch } from '#renderer/api/use-watch.ts';
import { reportProblem } from '#renderer/ui/report-problem.ts';
import { toast, toastUndo } from '#renderer/ui/toast.tsx';
import type { ContractRule, ContractSource, ContractState } from '#shared/api/index.ts';
import type {
  ContractEntry,
  ContractHistory,
  LintFinding,
  LintIgnore,
  LintSeverity,
} from '#shared/contract/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { newestFirst, placesByEntry, searchTexts } from './entries.ts';
import { messages } from './words.ts';

/** The history with its look-up tables. */
export interface History {
  readonly history: ContractHistory;
  readonly newestFirst: readonly ContractEntry[];
  readonly byId: ReadonlyMap<string, ContractEntry>;
  readonly texts: ReadonlyMap<string, string>;
  readonly rules: ReadonlyMap<string, ContractRule>;
  readonly newest: string;
}

/** The contract state known to the engine: the history, and the findings that relate to it. */
export interface Contract {
  readonly history: History;
  readonly state: ContractState;
  readonly places: ReadonlyMap<string, readonly LintFinding[]>;
  readonly acts: ContractActs;
}

export interface ContractActs {
  readonly isBusy: boolean;
  readonly setDate: (date: string | null) => void;
  readonly setSeverity: (rule: string, severity: LintSeverity | 'off' | null) => void;
  /** Says whether a host is the platform. */
  readonly answerHost: (host: string, isPlatform: boolean) => void;
  readonly fix: (findings: readonly LintFinding[]) => void;
  readonly ignore: (ignore: LintIgnore) => void;
  readonly stopIgnoring: (ignores: readonly LintIgnore[]) => void;
  readonly removeSource: (id: string, name: string) => void;
  readonly cancelJob: (id: string) => void;
}

/** While a source is being read the state is asked for again so often, in milliseconds. */
const readingMillis = 400;

/** True if a source is still being read. */
export function isBeingRead({ work }: Pick<ContractSource, 'work'>): boolean {
  return work !== null && ['queued', 'running', 'paused'].includes(work.state);
}

/** Findings that are fixed in one call. */
const maxFixes = 1_000;

function useActs(): ContractActs {
  const { client, orpc, queryClient } = useApi();
  const store = (state: ContractState) =>
    queryClient.setQueryData(orpc.contractHistory.state.queryKey(), (before) => newerOf(before, state));
  const refresh = () => void queryClient.invalidateQueries({ queryKey: orpc.contractHistory.state.key() });
  const acting = useMutation({
    mutationFn: async (call: (client: Client) => Promise<unknown>) => call(client),
    onError: reportProblem,
    onSettled: refresh,
  });
  const changing = (call: (client: Client) => Promise<ContractState>, said?: string) =>
    acting.mutate(async (own) => {
      store(await call(own));
      if (said !== undefined) toast(said);
    });
  const undo = (call: () => Promise<ContractState>) => void call().then(store, reportProblem);
  return {
    isBusy: acting.isPending,
    setDate: (date) =>
      changing(
        (own) => own.contractHistory.setDate({ date }),
        date === null ? messages.date.setNewest : messages.date.set(date),
      ),
    setSeverity: (rule, severity) => changing((own) => own.contractHistory.setSeverity({ rule, severity })),
    answerHost: (host, isPlatform) =>
      acting.mutate(async (own) => {
        store(await own.contractHistory.answerHost({ host, isPlatform }));
        toastUndo(messages.gaps.answered(host, isPlatform), () =>
          undo(() => client.contractHistory.answerHost({ host, isPlatform: null })),
        );
      }),
    fix: (findings) =>
      acting.mutate(async (own) => {
        const keys = findings.slice(0, maxFixes).map(({ key }) => key);
        const { undoId, fixed } = await own.contractHistory.fix({ keys });
        toastUndo(messages.findings.fixed(fixed), () =>
          undo(() => client.contractHistory.undoFix({ undoId })),
        );
      }),
    ignore: (ignore) =>
      acting.mutate(async (own) => {
        store(await own.contractHistory.ignore(ignore));
        toastUndo(messages.ignoring.done(ignore.id), () =>
          undo(() => client.contractHistory.unignore(ignore)),
        );
      }),
    stopIgnoring: (ignores) =>
      acting.mutate(async (own) => {
        for (const ignore of ignores) store(await own.contractHistory.unignore(ignore));
        toastUndo(messages.findings.stopped, () =>
          ignores.forEach((ignore) => undo(() => client.contractHistory.ignore(ignore))),
        );
      }),
    removeSource: (id, name) =>
      acting.mutate(async (own) => {
        const { undoId } = await own.contractHistory.removeSource({ id });
        toastUndo(messages.sources.removed(name), () =>
          undo(() => client.contractHistory.restoreSource({ undoId })),
        );
      }),
    cancelJob: (id) => acting.mutate((own) => own.jobs.cancel({ id })),
  };
}

/** The history and the state of the work, kept up to date; undefined until both are there. */
export function useContract(): { readonly contract: Contract | undefined; readonly problem: Problem | null } {
  const { client, orpc, queryClient } = useApi();
  const acts = useActs();
  const read = useQuery(orpc.contractHistory.history.queryOptions());
  const found = useQuery({
    ...orpc.contractHistory.state.queryOptions({ structuralSharing: newerView }),
    // Only the result of reading is reported, not its progress.
    refetchInterval: (query) =>
      query.state.data?.sources.some(isBeingRead) === true ? readingMillis : false,
  });
  useWatch({
    key: 'contract',
    credits: 1,
    open: (input, options) => client.contractHistory.watch(input, options),
    onValue: (state: ContractState) =>
      queryClient.setQueryData(orpc.contractHistory.state.queryKey(), (before) => newerOf(before, state)),
  });
  const history = useMemo((): History | undefined => {
    if (read.data === undefined) return undefined;
    const { history: whole, rules, newest } = read.data;
    return {
      history: whole,
      newestFirst: newestFirst(whole.entries),
      byId: new Map(whole.entries.map((entry) => [entry.id, entry])),
      texts: searchTexts(whole),
      rules: new Map(rules.map((rule) => [rule.id, rule])),
      newest,
    };
  }, [read.data]);
  const findings = found.data?.findings;
  const places = useMemo(() => placesByEntry(findings ?? []), [findings]);
  const error = read.error ?? found.error;
  return {
    contract:
      history === undefined || found.data === undefined
        ? undefined
        : { history, state: found.data, places, acts },
    problem: error === null ? null : toProblem(error),
  };
}
