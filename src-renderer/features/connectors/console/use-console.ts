import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import type { ConnectorRunInput } from '#shared/api/index.ts';
import type { ConnectorInterface, ConnectorRun } from '#shared/connectors/trace.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { keepSample, sampleKey } from '../kept-studios.ts';
import type { Studio } from '../use-studio.ts';

/** The input of a run without document and file, which come from the studio. */
export type OperationInput = Omit<ConnectorRunInput, 'document' | 'file'>;

/** Operations that change the remote. */
export function isWrite(operation: ConnectorInterface): boolean {
  return operation === 'CREATE' || operation === 'UPDATE' || operation === 'DELETE';
}

/** The console of one connector: past runs, and the means to start further ones. */
export interface Console {
  /** The newest first. */
  readonly runs: readonly ConnectorRun[];
  readonly run: ConnectorRun | null;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly start: (input: OperationInput) => void;
  readonly choose: (runId: string) => void;
  /** A write to a server elsewhere that waits for a yes; null: nothing does. */
  readonly unconfirmed: OperationInput | null;
  readonly confirm: (isYes: boolean) => void;
}

/** Remotes to which writing was agreed to since the window was opened. */
const agreed = new Set<string>();

/** Keeps the result of a read, so that mappings are tried on it. */
function keepAnswer(file: string, { operation, objectType, sample }: ConnectorRun): void {
  if (sample === null || (operation !== 'GET' && operation !== 'QUERY')) return;
  keepSample(file, sampleKey(objectType, operation), { json: sample, source: 'run' });
}

/** Runs operations of the present document. */
export function useConsole(studio: Studio): Console {
  const { client, orpc, queryClient } = useApi();
  const [unconfirmed, setUnconfirmed] = useState<OperationInput | null>(null);
  const { fileName: file, objectType, kept } = studio;
  const remote = `${file} ${studio.system?.serviceUri ?? ''}`;
  const listed = orpc.connectors.runs.queryOptions({ input: { file } });
  const runs = useQuery({ ...listed, staleTime: 0 }).data ?? [];
  const running = useMutation({
    mutationFn: (input: OperationInput) =>
      client.connectors.run({
        objectType,
        isConfirmed: agreed.has(remote),
        ...input,
        document: studio.file.text,
        file,
      }),
    onSuccess: (run) => {
      keepAnswer(file, run);
      studio.keep({ runId: run.id });
      void queryClient.invalidateQueries({ queryKey: listed.queryKey });
    },
    onError: (error, input) => {
      if (toProblem(error).code === 'connector.not-confirmed') setUnconfirmed(input);
    },
  });
  const problem = running.error === null ? null : toProblem(running.error);
  const start = (input: OperationInput) => {
    if (!running.isPending) running.mutate(input);
  };
  return {
    runs,
    run: runs.find(({ id }) => id === kept.runId) ?? runs[0] ?? null,
    isBusy: running.isPending,
    problem: problem?.code === 'connector.not-confirmed' ? null : problem,
    start,
    choose: (runId) => studio.keep({ runId }),
    unconfirmed,
    confirm: (isYes) => {
      if (isYes && unconfirmed !== null) {
        agreed.add(remote);
        start({ ...unconfirmed, isConfirmed: true });
      }
      setUnconfirmed(null);
    },
  };
}
