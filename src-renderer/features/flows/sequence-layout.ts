import type { FlowRun, FlowStep } from '#shared/api/index.ts';

/** The current step of a run: the one that it is held at, performs next, or waits for. */
export function nextStep(run: FlowRun): FlowStep | undefined {
  return (
    heldStep(run)?.step ??
    run.steps.find((step) => step.state === 'current' || step.state === 'waiting') ??
    run.steps.find((step) => step.state === 'not-reached')
  );
}

/** A step with a key of its own in its run: a request that is repeated makes several steps of one id. */
export interface KeyedStep {
  readonly id: string;
  readonly step: FlowStep;
}

/** The steps of a run under keys that stay theirs while the run goes on, and name the same arrow in every run. */
export function keyedSteps(run: FlowRun): readonly KeyedStep[] {
  const seen = new Map<string, number>();
  return run.steps.map((step) => {
    const count = (seen.get(step.id) ?? 0) + 1;
    seen.set(step.id, count);
    return { id: count === 1 ? step.id : `${step.id} ${count}`, step };
  });
}

/** The step that a paused run is held at. */
export function heldStep(run: FlowRun): KeyedStep | undefined {
  return keyedSteps(run).findLast(({ step }) => step.id === run.hold?.rowId);
}

/** The step that a run got while something was done with it: another row than any it had before. */
export function addedStep(before: FlowRun, after: FlowRun): KeyedStep | undefined {
  const known = new Set(keyedSteps(before).map(({ id }) => id));
  return keyedSteps(after).find(({ id }) => !known.has(id));
}

/**
 * The step worth looking at while nobody has chosen one: the one a run is held at; after its end the first refusal, else
 * the answer that brought the first token; else the last that was reached.
 */
export function notableStep(run: FlowRun): KeyedStep | undefined {
  const held = heldStep(run);
  if (held !== undefined) return held;
  const steps = keyedSteps(run);
  const failed = firstRefusal(run, steps);
  if (failed !== undefined) return failed;
  const tokens =
    run.state === 'passed' ? steps.find(({ step }) => step.number === tokenStep(run)) : undefined;
  if (tokens !== undefined) return tokens;
  return steps.findLast(({ step }) => step.state === 'done' || step.state === 'failed') ?? steps[0];
}

/** The first refusal of a run that has ended. A password that was typed wrongly on a page is none while there is another. */
function firstRefusal(run: FlowRun, steps: readonly KeyedStep[]): KeyedStep | undefined {
  if (run.state !== 'failed' && run.state !== 'passed') return undefined;
  const failed = steps.filter(({ step }) => step.state === 'failed');
  const own = failed.find(({ step }) => step.id === step.stepId);
  return own ?? (run.state === 'failed' ? failed[0] : undefined);
}

/** Number of the first step that brought a token; null: none did. */
function tokenStep({ values }: FlowRun): number | null {
  const numbers = values.flatMap(({ name, fromStep }) =>
    fromStep !== null && /^(?:access|id|refresh)_token$/.test(name) ? [fromStep] : [],
  );
  return numbers.length === 0 ? null : Math.min(...numbers);
}
