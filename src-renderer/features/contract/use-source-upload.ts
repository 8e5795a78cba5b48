import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { sendPieces } from '#renderer/api/pieces.ts';
import { toProblem } from '#renderer/api/problem.ts';
import { reportProblem } from '#renderer/ui/report-problem.ts';
import { toast } from '#renderer/ui/toast.tsx';
import type { ContractSource } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { isBeingRead } from './use-contract.ts';
import { messages } from './words.ts';

/** A file on its way to the engine. */
export interface Sending {
  readonly name: string;
  readonly sentBytes: number;
  readonly sizeBytes: number;
}

export interface SourceUpload {
  readonly sending: Sending | null;
  readonly problem: Problem | null;
  readonly add: (files: readonly File[]) => void;
  readonly cancel: () => void;
  /** Takes the recording that comes with Gatehouse. */
  readonly addSample: () => void;
}

/** Says what became of sources that were sent, once they are read. */
function useArrivals(sources: readonly ContractSource[]) {
  const waiting = useRef<ReadonlySet<string>>(new Set());
  const tell = useEffectEvent((all: readonly ContractSource[]) => {
    for (const { id, file, masked, problem, ...source } of all) {
      if (!waiting.current.has(id) || isBeingRead(source)) continue;
      waiting.current = new Set([...waiting.current].filter((other) => other !== id));
      if (problem === null) toast(messages.sources.added(file, masked));
    }
  });
  useEffect(() => tell(sources), [sources]);
  return (id: string) => {
    waiting.current = new Set([...waiting.current, id]);
  };
}

/** Sends files to be held against the contract, one after the other. */
export function useSourceUpload(sources: readonly ContractSource[]): SourceUpload {
  const { client, orpc, queryClient } = useApi();
  const [sending, setSending] = useState<Sending | null>(null);
  const going = useRef<AbortController | null>(null);
  const expectSource = useArrivals(sources);
  useEffect(() => () => going.current?.abort(), []);
  const send = async (file: File, signal: AbortSignal): Promise<void> => {
    const { name, size: sizeBytes } = file;
    setSending({ name, sentBytes: 0, sizeBytes });
    const { id } = await client.contractHistory.addSource({ name, sizeBytes });
    try {
      await sendPieces(file, {
        send: (piece) => client.contractHistory.uploadSource({ id, ...piece }),
        onProgress: (sentBytes) => setSending({ name, sentBytes, sizeBytes }),
        signal,
      });
    } catch (error) {
      // Half a file is no use to anyone.
      await client.contractHistory.removeSource({ id }).catch(() => undefined);
      if (!signal.aborted) throw error;
    }
    if (!signal.aborted) expectSource(id);
  };
  const adding = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const controller = new AbortController();
      going.current = controller;
      for (const file of files) {
        if (controller.signal.aborted) break;
        if (file.size === 0) toast(messages.sources.empty(file.name));
        else await send(file, controller.signal);
      }
    },
    onSettled: () => {
      setSending(null);
      void queryClient.invalidateQueries({ queryKey: orpc.contractHistory.state.key() });
    },
  });
  const sampling = useMutation({
    mutationFn: () => client.contractHistory.addSample(),
    onSuccess: ({ id }) => expectSource(id),
    onError: reportProblem,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.contractHistory.state.key() }),
  });
  return {
    sending,
    problem: adding.error === null ? null : toProblem(adding.error),
    add: (files) => {
      if (files.length > 0 && !adding.isPending) adding.mutate(files);
    },
    cancel: () => going.current?.abort(),
    addSample: () => {
      if (!sampling.isPending) sampling.mutate();
    },
  };
}
