import { editedTag, heldTag } from '#shared/exchange/traffic-sources.ts';
import { describeEdits, type RequestTemplate, type ScriptStep } from '#shared/flows/index.ts';
import type { Run } from './run.ts';

/** Lets the exchanges of a step say that the run was held at it, and that its request was changed. */
export function markExchanges(run: Run, step: Extract<ScriptStep, { request: RequestTemplate }>): void {
  const original = run.original(step.id);
  const isHeld = run.heldAt.has(step.id) || run.mustHold(step.id, 'response');
  const isEdited = original !== undefined && describeEdits(original, step.request).length > 0;
  run.player.marks.set(step.id, [...(isHeld ? [heldTag] : []), ...(isEdited ? [editedTag] : [])]);
}
