import type { FlowRun } from '#shared/api/index.ts';
import { keyedSteps } from './sequence-layout.ts';

/** The run to compare another with by default: the one before it of the same flow, else the nearest. */
export function otherRun(runs: readonly FlowRun[], selected: FlowRun): FlowRun | null {
  const others = runs.filter((run) => run.id !== selected.id);
  const before = others.filter((run) => run.number < selected.number);
  return before.find((run) => run.kind === selected.kind) ?? before[0] ?? others.at(-1) ?? null;
}

/** The exchange of a run's step by the step's key: the server's record where there is one, for its trace. */
export function comparedExchange(run: FlowRun, stepKey: string): string | null {
  const step = keyedSteps(run).find((candidate) => candidate.id === stepKey)?.step;
  return step?.serverExchangeId ?? step?.clientExchangeId ?? null;
}
