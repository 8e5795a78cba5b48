import type { FlowRun, FlowStep } from '#shared/api/index.ts';

/** The run to compare another with by default: the one before it of the same flow, else the nearest. */
export function otherRun(runs: readonly FlowRun[], selected: FlowRun): FlowRun | null {
  const others = runs.filter((run) => run.id !== selected.id);
  const before = others.filter((run) => run.number < selected.number);
  return before.find((run) => run.kind === selected.kind) ?? before[0] ?? others.at(-1) ?? null;
}

/** The exchange of a run's step by the step's id: the server's record where there is one, for its trace. */
export function comparedExchange(run: FlowRun, stepId: string): string | null {
  const step: FlowStep | undefined = run.steps.find((candidate) => candidate.id === stepId);
  return step?.serverExchangeId ?? step?.clientExchangeId ?? null;
}
