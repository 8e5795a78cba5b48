import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import type { FlowRequest, FlowRun } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { formatRequestText, parseRequestText, type RequestTemplate } from '#shared/flows/index.ts';
import { addPendingEdit } from './pending-edits.ts';

const saveAfterMillis = 300;

/** How an edited request is kept: with the run until it is sent, or here until it is sent again. */
export type EditWay = 'keep' | 'resend';

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

interface Draft {
  readonly request: RequestTemplate;
  /** As it was typed; null where it was edited by its fields. */
  readonly text: string | null;
}

/** A request of a run under edit: typed text stays here and is saved a moment later. */
export function useRequest(run: FlowRun, stepId: string, way: EditWay): RequestState {
  const { client, orpc } = useApi();
  const queryClient = useQueryClient();
  const input = { runId: run.id, stepId };
  const query = useQuery(orpc.flows.request.queryOptions({ input, staleTime: 0, gcTime: 0 }));
  const [draft, setDraft] = useState<Draft | null>(null);
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
    setDraft(next);
    if (way === 'resend') return;
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
      setDraft({ request: known.original, text: null });
      if (way === 'resend') return;
      waiting.current = { restore: true };
      void save();
    },
  };
}
