import type { AskStep, AttackVariant, OwnStep } from '#shared/attacks/index.ts';
import { type ScriptStep, scriptStepSchema } from '#shared/flows/index.ts';
import { editStep, ownStep } from './edit-step.ts';
import type { Part } from './part.ts';
import { askStep } from './pure/ask-step.ts';
import { withPkce } from './pure/demands.ts';

type AddedByCase = AttackVariant['steps'][number];
type LikeStep = Extract<AddedByCase, { like: string }>;

/** A step of the case's own, or one like a step of the flow. */
export function addedStep(step: AddedByCase, base: readonly ScriptStep[], part: Part): ScriptStep {
  if (!isLike(step)) return scriptStepSchema.parse(spelledOut(step, part));
  const { like, edits, ...changes } = step;
  const found = base.find(({ id }) => id === like);
  if (found === undefined || !('request' in found)) throw new Error(`The flow has no request ${like}.`);
  return scriptStepSchema.parse({ ...editStep(found, edits, part.clients), ...changes });
}

/** A step that a case spells out; it is not about what the target demands besides. */
export function spelledOut(step: OwnStep | AskStep, { clients, demands, asked }: Part): ScriptStep {
  if ('ask' in step) return askStep(step, asked());
  return ownStep(demands.pkce ? withPkce(step) : step, clients);
}

/** True of a step that is like one of the flow. */
export function isLike(step: AddedByCase): step is LikeStep {
  return 'like' in step;
}

/** A step with its predecessor. */
interface AddedStep {
  readonly step: ScriptStep;
  /** Id of the step before it; undefined: it comes at the end. */
  readonly after: string | undefined;
}

/** The steps with others behind those that they name, or at the end. */
export function withAdded(steps: readonly ScriptStep[], added: readonly AddedStep[]): ScriptStep[] {
  const all = [...steps];
  for (const { after, step } of added) {
    const at = after === undefined ? all.length : all.findIndex(({ id }) => id === after) + 1;
    all.splice(at, 0, step);
  }
  return all;
}
