import type { FlowRun } from '#shared/api/index.ts';
import { type KeyedStep, keyedSteps } from '../sequence-layout.ts';

/** The run to compare another with by default: the one before it of the same flow, else the nearest. */
export function otherRun(runs: readonly FlowRun[], selected: FlowRun): FlowRun | null {
  const others = runs.filter((run) => run.id !== selected.id);
  const before = others.filter((run) => run.number < selected.number);
  return before.find((run) => run.kind === selected.kind) ?? before[0] ?? others.at(-1) ?? null;
}

/** The exchange of a step: the server's record where there is one, for its trace. */
export function recordOf(keyed: KeyedStep | null): string | null {
  return keyed?.step.serverExchangeId ?? keyed?.step.clientExchangeId ?? null;
}

/** A step in two runs; null where one of them does not have it. */
export interface ComparedStep {
  readonly id: string;
  readonly left: KeyedStep | null;
  readonly right: KeyedStep | null;
}

/** The steps of two runs under their keys: in the order of the right one, those of the left one alone where they were there. */
export function comparedSteps(left: FlowRun, right: FlowRun): readonly ComparedStep[] {
  const ours = keyedSteps(left);
  const theirs = keyedSteps(right);
  const ids = theirs.map(({ id }) => id);
  for (const [index, { id }] of ours.entries()) {
    if (ids.includes(id)) continue;
    const before = ours[index - 1];
    ids.splice(before === undefined ? 0 : ids.indexOf(before.id) + 1, 0, id);
  }
  const named = (steps: readonly KeyedStep[], wanted: string) =>
    steps.find(({ id }) => id === wanted) ?? null;
  return ids.map((id) => ({ id, left: named(ours, id), right: named(theirs, id) }));
}

/** The step that is looked at first: the one that was refused in one run alone, else the first that differs. */
export function notableDifference(
  steps: readonly ComparedStep[],
  differing: ReadonlySet<string>,
): ComparedStep | undefined {
  const isRefused = (keyed: KeyedStep | null) => keyed?.step.state === 'failed';
  return (
    steps.find(({ left, right }) => isRefused(left) !== isRefused(right)) ??
    steps.find(({ id }) => differing.has(id)) ??
    steps[0]
  );
}

/** True if one of the runs sent the request of a step and the other did not. */
export function isOneSided({ left, right }: ComparedStep): boolean {
  return (recordOf(left) === null) !== (recordOf(right) === null);
}
