import type { AttackVariant } from '#shared/attacks/index.ts';
import { type RequestTemplate, requestTemplateSchema, type ScriptStep } from '#shared/flows/index.ts';
import { isLike } from './added-steps.ts';
import { editStep } from './edit-step.ts';
import { meetingDemands, type Part } from './part.ts';

/** For each edited step the request without the edits; of a request that is pushed, the part that they changed. */
export function plainRequests(
  { edits, steps }: AttackVariant,
  base: readonly ScriptStep[],
  part: Part,
  mutant: readonly ScriptStep[],
): ReadonlyMap<string, RequestTemplate> {
  const { clients } = part;
  const own = Object.entries(edits).map(([id, list]) => ({ id, like: id, edits: list, honest: undefined }));
  return new Map(
    [...own, ...steps.filter(isLike)].flatMap(({ id, like, edits: list, honest }) => {
      const step = base.find((each) => each.id === like);
      if (list.length === 0 || step === undefined || !('request' in step)) return [];
      const plain = honest === undefined ? step : editStep(step, [...list, ...honest], clients);
      const pair = meetingDemands([{ ...plain, id }], { ...part, demands: { ...part.demands, pkce: false } });
      const requests = pair.flatMap((each) => ('request' in each ? [[each.id, each.request] as const] : []));
      const changed = requests.filter(([each, request]) => isOtherIn(mutant, each, request));
      return changed.length > 0 ? changed : requests.slice(-1);
    }),
  );
}

function isOtherIn(steps: readonly ScriptStep[], id: string, request: RequestTemplate): boolean {
  const step = steps.find((each) => each.id === id);
  const written = (template: RequestTemplate) => JSON.stringify(requestTemplateSchema.parse(template));
  return step !== undefined && 'request' in step && written(step.request) !== written(request);
}
