import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { Api } from '#renderer/api/client.ts';
import { toProblem } from '#renderer/api/problem.ts';
import { storeRun } from '#renderer/api/queries.ts';
import { flowRunPath } from '#renderer/workbench/addresses.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import type { FlowRun, FlowStart } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { saveEdits } from './editor/pending-edits.ts';

export type FlowCalls = Api['client']['flows'];

/** Something that makes or changes a run. */
export type RunCall = (flows: FlowCalls) => Promise<FlowRun>;

/** Something that makes a run, whose answer arrives by itself or is pasted. */
export type StartCall = (flows: FlowCalls, callback: FlowStart['callback']) => Promise<FlowRun>;

export interface RunActions {
  /** Makes a run, and shows it. */
  readonly start: (call: StartCall) => void;
  /** Makes the run that was refused; the way of its answer may be another one now. */
  readonly startAgain: (callback: FlowStart['callback']) => void;
  /** Changes a run; `onDone` is given the run as it is afterwards. */
  readonly act: (call: RunCall, onDone?: (run: FlowRun) => void) => void;
  readonly isBusy: boolean;
  /** True from the press itself until the screen shows the result; `isBusy` changes a little later and earlier. */
  readonly isBusyNow: () => boolean;
  /** Why the last act failed; null after one that did not. */
  readonly problem: Problem | null;
  readonly dismiss: () => void;
}

/** Starts runs and moves them on; the results go into the cache. */
export function useRunActions(): RunActions {
  const api = useApi();
  const { navigate } = useTab();
  const underWay = useRef<'no' | 'asked' | 'settled'>('no');
  const acting = useMutation({
    mutationFn: async (call: RunCall) => {
      // Text just typed into a request must be saved before the call, so that it is sent with it.
      await saveEdits();
      return call(api.client.flows);
    },
    onSuccess: (run) => storeRun(api, run),
    onSettled: () => {
      underWay.current = 'settled';
    },
  });
  useEffect(() => {
    // The screen may be drawn once more before it knows that an act was asked for.
    if (!acting.isPending && underWay.current === 'settled') underWay.current = 'no';
  });
  const mutate = (call: RunCall, onSuccess: (run: FlowRun) => void) => {
    underWay.current = 'asked';
    acting.mutate(call, { onSuccess });
  };
  const started = useRef<StartCall | null>(null);
  const start = (call: StartCall, callback: FlowStart['callback']) => {
    started.current = call;
    mutate(
      (flows) => call(flows, callback),
      (run) => navigate(flowRunPath(run.id)),
    );
  };
  return {
    start: (call) => start(call, 'arrives'),
    startAgain: (callback) => {
      if (started.current !== null) start(started.current, callback);
    },
    act: (call, onDone) => mutate(call, (run) => onDone?.(run)),
    isBusy: acting.isPending,
    isBusyNow: () => underWay.current !== 'no',
    problem: acting.error === null ? null : toProblem(acting.error),
    dismiss: acting.reset,
  };
}
