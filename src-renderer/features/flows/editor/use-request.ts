import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import type { FlowRequest, FlowRun } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { formatRequestText, parseRequestText, type RequestTemplate } from '#shared/flows/index.ts';
import type { Draft } from './drafts.ts';
import { addPendingEdit } from './pending-edits.ts';

const saveAfterMillis = 300;

/** How an edited request is kept: with the run until it is sent, or with its step until it is sent again. */
export type EditWay = 'keep' | 'resend';

/** The draft of a request that is sent again, and where it is kept. */
export interface KeptDraft {
  readonly draft: Draft | null;
  readonly keep: (draft: Draft | null) => void;
}

export interface RequestState {
  /** The request as known to the engine; undefined until it has answered. */
  readonly known: FlowRequest | undefined;
  /** As it is edited here. */
  readonly request: RequestTemplate | undefined;
  readonly text: string;
  readonly isEdited: boolean;
  readonly problem: Problem | null;
  readonly change: (request: RequestTemplate) => void;
  readonly changeText: (text: string) => void;
  readonly reset: () => void;
}

/** A request of a run under edit: typed text is saved with the run a moment later, or kept as a draft of its step. */
export function useRequest(run: FlowRun, stepId: string, kept: KeptDraft | null): RequestState {
  const { client, orpc, queryClient } = useApi();
  const input = { runId: run.id, stepId };
  const query = useQuery(
    orpc.flows.request.queryOptions({ input, staleTime: 0, gcTime: 0, placeholderData: keepPreviousData }),
  );
  const [typed, setTyped] = useState<Draft | null>(null);
  const draft = kept === null ? typed : kept.draft;
  const [problem, setProblem] = useState<Problem | null>(null);
  const waiting = useRef<{ readonly request: RequestTemplate } | { readonly restore: true } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = async () => {
    clearTimeout(timer.current);
    const edit = waiting.current;
    waiting.current = null;
    if (edit === null) return;
    try {
      const known = await client.flows.editRequest({ ...input, ...edit });
      queryClient.setQueryData(orpc.flows.request.queryKey({ input }), known);
      setProblem(null);
    } catch (error) {
      setProblem(toProblem(error));
    }
  };
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const forget = addPendingEdit(() => saveNow());
    return () => {
      void saveNow();
      forget();
    };
  }, []);
  // Values that the request is bound to come and change with the run.
  const values = JSON.stringify(run.values.map(({ name, preview, isEdited }) => [name, preview, isEdited]));
  const readFor = useRef(values);
  const readAgain = useEffectEvent((now: string) => {
    if (readFor.current === now) return;
    readFor.current = now;
    void query.refetch();
  });
  useEffect(() => readAgain(values), [values]);
  const edit = (next: Draft) => {
    if (kept !== null) return kept.keep(isSame(next, query.data?.request) ? null : next);
    setTyped(next);
    waiting.current = { request: next.request };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), saveAfterMillis);
  };
  const known = query.data;
  const request = draft?.request ?? known?.request;
  return {
    known,
    request,
    text: draft?.text ?? (request === undefined ? '' : formatRequestText(request)),
    isEdited:
      known !== undefined &&
      request !== undefined &&
      formatRequestText(request) !== formatRequestText(known.original),
    problem: problem ?? (query.error === null ? null : toProblem(query.error)),
    change: (changed) => edit({ request: changed, text: null }),
    changeText: (text) => edit({ request: parseRequestText(text, request?.origin ?? ''), text }),
    reset: () => {
      if (known === undefined) return;
      const original = { request: known.original, text: null };
      if (kept !== null) return kept.keep(isSame(original, known.request) ? null : original);
      setTyped(original);
      waiting.current = { restore: true };
      void save();
    },
  };
}

/** True if a draft is the request as it is anyway. */
function isSame({ request, text }: Draft, known: RequestTemplate | undefined): boolean {
  const written = known === undefined ? null : formatRequestText(known);
  return written !== null && written === formatRequestText(request) && (text ?? written) === written;
}
