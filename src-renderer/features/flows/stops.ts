import type { FlowBreakpoint, FlowStep, HoldPhase } from '#shared/api/index.ts';
import { isOver } from '#shared/flows/run-state.ts';
import type { FlowDebuggerState } from './use-flow-debugger.ts';

/** Breakpoints with one more, or one less. */
export function toggled(
  breakpoints: readonly FlowBreakpoint[],
  { stepId, at }: FlowBreakpoint,
  isSet: boolean,
): readonly FlowBreakpoint[] {
  const others = breakpoints.filter((other) => other.stepId !== stepId || other.at !== at);
  return isSet ? [...others, { stepId, at }] : others;
}

/** Where runs are held, seen from the steps of the run that is shown. */
export interface Stops {
  /** True for a step that a run can be held at: an own row of a step of the flow that is chosen. */
  readonly canStop: (step: FlowStep) => boolean;
  readonly of: (step: FlowStep) => readonly HoldPhase[];
  /** Sets a stop at a step, or takes it away. */
  readonly toggle: (step: FlowStep, at: HoldPhase) => void;
}

/** The stops of the run that goes on, else those of the next one, where that is of the same flow. */
export function stopsOf({ run, choice, setBreakpoints }: FlowDebuggerState): Stops {
  const { breakpoints, kind } = choice.choice;
  const kinds = choice.sources.kinds.find((candidate) => candidate.kind === kind);
  const ids = new Set(run?.kind === kind ? kinds?.steps.map(({ id }) => id) : []);
  const canStop = ({ id, stepId }: FlowStep) => id === stepId && ids.has(stepId);
  const of = (step: FlowStep): readonly HoldPhase[] => {
    if (run !== null && !isOver(run)) return step.breakpoints;
    return canStop(step)
      ? breakpoints.filter(({ stepId }) => stepId === step.stepId).map(({ at }) => at)
      : [];
  };
  return {
    canStop,
    of,
    toggle: (step, at) =>
      setBreakpoints(toggled(breakpoints, { stepId: step.stepId, at }, !of(step).includes(at))),
  };
}
