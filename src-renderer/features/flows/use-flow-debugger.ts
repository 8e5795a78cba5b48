import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useLiveRun } from '#renderer/api/live.ts';
import { runsQuery } from '#renderer/api/queries.ts';
import { flowRunPath } from '#renderer/workbench/addresses.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import type { FlowBreakpoint, FlowRun } from '#shared/api/index.ts';
import { isOver } from '#shared/flows/run-state.ts';
import { type FlowChoice, startInput } from './choice.ts';
import { addedStep, type KeyedStep, keyedSteps, notableStep } from './sequence-layout.ts';
import { type RunActions, type RunCall, useRunActions } from './use-run-actions.ts';
import { type ChoiceState, useChoice } from './use-sources.ts';

export interface FlowDebuggerState {
  readonly choice: ChoiceState;
  readonly actions: RunActions;
  readonly runs: readonly FlowRun[];
  readonly run: FlowRun | null;
  /** The chosen step, else the current one of the run, else the last one reached. */
  readonly step: KeyedStep | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly canRun: boolean;
  readonly selectRun: (run: FlowRun) => void;
  readonly selectStep: (stepKey: string) => void;
  readonly runAll: () => void;
  /** Runs the chosen flow with a user who has just been added; the engine is the browser. */
  readonly runAs: (username: string) => void;
  readonly stepOn: () => void;
  /** The current actions of Continue and Cancel; undefined where there is nothing to continue or cancel. */
  readonly resume: (() => void) | undefined;
  readonly cancel: (() => void) | undefined;
  /** Moves the shown run on, and shows its new position. */
  readonly move: (call: RunCall) => void;
  /** Does something that gives the run a step of its own, and shows that step. */
  readonly addStep: (call: RunCall, onDone?: () => void) => void;
  /** Sets where the next run is held, and the run that goes on. */
  readonly setBreakpoints: (breakpoints: readonly FlowBreakpoint[]) => void;
}

interface PinnedStep {
  readonly runId: string;
  readonly stepKey: string;
}

/**
 * Does a step at each press. While an act is under way the run may be shown as held already, or still as it was before:
 * a press in between is kept until the act is answered. After a run that was cancelled it begins the next one.
 */
function useStepPresses(isBusyNow: () => boolean, step: () => void, keptStep: () => void): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (isBusyNow() || !isWanted.current) return;
    isWanted.current = false;
    keptStep();
  });
  return () => {
    if (isBusyNow()) isWanted.current = true;
    else step();
  };
}

/** The state of the screen: the choices, the shown run and step, and the possible actions. */
export function useFlowDebugger(runId: string | undefined): FlowDebuggerState {
  const api = useApi();
  const { navigate } = useTab();
  const choice = useChoice();
  const actions = useRunActions();
  const list = useQuery(runsQuery(api));
  const [pinned, setPinned] = useState<PinnedStep | null>(null);
  const runs = (list.data ?? []).toSorted((left, right) => right.number - left.number);
  const run = runs.find((candidate) => candidate.id === runId) ?? runs[0] ?? null;
  useLiveRun(run);
  const pinnedStep =
    run !== null && pinned?.runId === run.id
      ? keyedSteps(run).find((step) => step.id === pinned.stepKey)
      : undefined;
  const start = (mode: 'run' | 'step', changes: Partial<FlowChoice> = {}) => {
    const input = startInput({ ...choice.choice, ...changes }, choice.sources.kinds, mode);
    if (input !== null && !actions.isBusy) {
      // A client for which the address was pasted once has it pasted again.
      actions.start((flows, callback) => flows.start(callback === 'pasted' ? { ...input, callback } : input));
    }
  };
  const move = (call: RunCall) => {
    setPinned(null);
    actions.act(call);
  };
  const open = run !== null && !isOver(run) ? run : null;
  const paused = open?.state === 'paused' ? open : null;
  const step = () => {
    if (paused !== null) move((flows) => flows.next({ runId: paused.id }));
    else start('step');
  };
  const stepOn = useStepPresses(actions.isBusyNow, step, () => {
    if (paused !== null || run?.state === 'cancelled') step();
  });
  return {
    choice,
    actions,
    runs,
    run,
    step: pinnedStep ?? (run === null ? undefined : notableStep(run)),
    isLoading: list.isPending || !choice.isLoaded,
    error: list.error ?? choice.error,
    retry: () => {
      void list.refetch();
      choice.refresh();
    },
    canRun: startInput(choice.choice, choice.sources.kinds, 'run') !== null && !actions.isBusy,
    selectRun: (selected) => navigate(flowRunPath(selected.id)),
    selectStep: (stepKey) => {
      if (run !== null) setPinned({ runId: run.id, stepKey });
    },
    runAll: () => start('run'),
    runAs: (username) => start('run', { username, browser: 'unattended' }),
    stepOn,
    resume: paused === null ? undefined : () => move((flows) => flows.resume({ runId: paused.id })),
    cancel: open === null ? undefined : () => actions.act((flows) => flows.cancel({ runId: open.id })),
    move,
    addStep: (call, onDone) => {
      if (run === null) return;
      actions.act(call, (after) => {
        onDone?.();
        const added = addedStep(run, after);
        if (added !== undefined) setPinned({ runId: run.id, stepKey: added.id });
      });
    },
    setBreakpoints: (breakpoints) => {
      choice.change({ breakpoints });
      if (open === null) return;
      actions.act((flows) => flows.setBreakpoints({ runId: open.id, breakpoints: [...breakpoints] }));
    },
  };
}
