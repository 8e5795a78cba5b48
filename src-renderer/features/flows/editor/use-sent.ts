import { useState } from 'react';
import type { FlowRun, FlowStep } from '#shared/api/index.ts';
import { repeatedId } from '#shared/flows/index.ts';

/** The requests that a step has sent, one after another, and the one that is looked at. */
export interface SentRequests {
  readonly count: number;
  /** From 1 on; null: the draft. */
  readonly position: number | null;
  /** The step whose request is shown. */
  readonly stepId: string;
  /** An earlier request is shown in place of the draft. */
  readonly isEarlier: boolean;
  readonly back: (() => void) | undefined;
  readonly forward: (() => void) | undefined;
  readonly toDraft: () => void;
}

/** Ids of the steps of a run that sent the request of a step: the step itself, and each that repeats it. */
export function sentStepIds(run: Pick<FlowRun, 'steps'>, stepId: string): readonly string[] {
  const own = repeatedId(stepId);
  const sent = run.steps.filter(
    (step) =>
      step.id === step.stepId &&
      repeatedId(step.stepId) === own &&
      (step.clientExchangeId !== null || step.serverExchangeId !== null),
  );
  return [...new Set(sent.map((step) => step.stepId))];
}

/** Walks through what was sent for a step; behind the last one stands the draft, where there is one. */
export function useSent(run: FlowRun, step: FlowStep, hasDraft: boolean): SentRequests {
  const [looked, setLooked] = useState<string | null>(null);
  const ids = sentStepIds(run, step.stepId);
  const isEarlier = looked !== null && ids.includes(looked);
  const stepId = isEarlier ? looked : step.stepId;
  const isDraft = !isEarlier && hasDraft;
  const index = isDraft ? ids.length : ids.indexOf(stepId);
  const [before, after] = [ids[index - 1], ids[index + 1]];
  const toDraft = () => setLooked(null);
  return {
    count: ids.length,
    position: isDraft ? null : index + 1,
    stepId,
    isEarlier,
    back: before === undefined ? undefined : () => setLooked(before),
    forward: after !== undefined ? () => setLooked(after) : isEarlier && hasDraft ? toDraft : undefined,
    toDraft,
  };
}
