import type { PlayTarget } from '#main/services/flow-player/index.ts';
import { prepareFlow } from '#main/services/flows/index.ts';
import type { AttackBase, AttackRole, AttackVariant } from '#shared/attacks/index.ts';
import {
  editRequest,
  type FlowParty,
  type FlowScript,
  flowDefinitions,
  type RequestTemplate,
  type ScriptStep,
  scriptStepSchema,
} from '#shared/flows/index.ts';

/** The cast of a case at a target: the client and user for each part. */
export interface Cast {
  readonly target: PlayTarget;
  /** The client of a role; null: the target has none. */
  readonly client: (role: AttackRole) => string | null;
  readonly user: (name: string) => string | null;
}

/** Both scripts of a variant, and the steps from which on the second one attacks. */
export interface VariantScripts {
  readonly control: FlowScript | null;
  readonly mutant: FlowScript;
  readonly attacked: ReadonlySet<string>;
  /** For each edited step the request without the attack, from which it has to differ. */
  readonly plain: ReadonlyMap<string, RequestTemplate>;
}

/** Steps after which a base flow ends where it does not say: what uses the token is no part of most cases. */
const uses = new Set(['resource', 'validate']);

function baseScript(base: AttackBase, { target, client, user }: Cast): FlowScript {
  const definition = flowDefinitions.find(({ kind }) => kind === base.flow);
  const clientId = client(base.role);
  if (definition === undefined || clientId === null)
    throw new Error(`There is no flow ${base.flow} for ${base.role}.`);
  const { script } = prepareFlow(
    definition,
    target,
    {
      clientId,
      username: base.user === null ? null : user(base.user),
      browser: 'unattended',
      options: {
        authentication: null,
        tokenPlace: 'header',
        responseType: base.responseType ?? 'code id_token',
        responseMode: base.responseMode ?? null,
        token: null,
      },
    },
    null,
  );
  const end = base.upTo === undefined ? -1 : script.steps.findIndex(({ id }) => id === base.upTo);
  const steps = end < 0 ? script.steps.filter(({ id }) => !uses.has(id)) : script.steps.slice(0, end + 1);
  return { ...script, steps };
}

function castParties(parties: AttackVariant['parties'], { client, user }: Cast): Record<string, FlowParty> {
  return Object.fromEntries(
    Object.entries(parties).map(([name, { role, user: username }]) => [
      name,
      { client: client(role), user: username === null ? null : user(username) },
    ]),
  );
}

/** The scripts of a variant at a target. */
export function buildScripts(variant: AttackVariant, title: string, cast: Cast): VariantScripts {
  const parties = castParties(variant.parties, cast);
  const base = variant.base === undefined ? null : baseScript(variant.base, cast);
  const edited = (base?.steps ?? []).map((step) => editStep(step, variant));
  const added = variant.steps.map((step) => ({
    after: step.after,
    step: addedStep(step, base?.steps ?? []),
  }));
  const steps = withAdded(edited, added);
  const mutant = { title, parties: { ...base?.parties, ...parties }, steps };
  return {
    control: controlScript(variant, base, title, cast),
    mutant,
    attacked: attackedSteps(variant, steps),
    plain: plainRequests(variant, base?.steps ?? []),
  };
}

function plainRequests(
  { edits, steps }: AttackVariant,
  base: readonly ScriptStep[],
): ReadonlyMap<string, RequestTemplate> {
  const own = Object.entries(edits).map(([id, list]) => ({ id, like: id, edits: list, honest: undefined }));
  return new Map(
    [...own, ...steps.filter(isLike)].flatMap(({ id, like, edits: list, honest }) => {
      const step = base.find((each) => each.id === like);
      if (list.length === 0 || step === undefined || !('request' in step)) return [];
      const { request } = step;
      const plain = honest === undefined ? request : editRequest(editRequest(request, list), honest);
      return [[id, plain] as const];
    }),
  );
}

function controlScript(
  { control, parties }: AttackVariant,
  base: FlowScript | null,
  title: string,
  cast: Cast,
): FlowScript | null {
  if (control === undefined)
    return base === null
      ? null
      : { ...base, title, parties: { ...base.parties, ...castParties(parties, cast) } };
  const own = control.base === undefined ? null : baseScript(control.base, cast);
  const steps = [...(own?.steps ?? []), ...control.steps];
  const all = { ...own?.parties, ...castParties(parties, cast), ...castParties(control.parties, cast) };
  return steps.length === 0 ? null : { title, parties: all, steps };
}

function editStep(step: ScriptStep, { edits, change }: AttackVariant): ScriptStep {
  const own = edits[step.id];
  const edited =
    own === undefined || !('request' in step) ? step : { ...step, request: editRequest(step.request, own) };
  const changes = change[step.id];
  return changes === undefined ? edited : scriptStepSchema.parse({ ...edited, ...changes });
}

type AddedByCase = AttackVariant['steps'][number];
type LikeStep = Extract<AddedByCase, { like: string }>;

/** A step of the case's own, or one like a step of the flow. */
function addedStep(step: AddedByCase, base: readonly ScriptStep[]): ScriptStep {
  if (!isLike(step)) return scriptStepSchema.parse(step);
  const { like, edits, ...changes } = step;
  const found = base.find(({ id }) => id === like);
  if (found === undefined || !('request' in found)) throw new Error(`The flow has no request ${like}.`);
  return scriptStepSchema.parse({ ...found, ...changes, request: editRequest(found.request, edits) });
}

function isLike(step: AddedByCase): step is LikeStep {
  return 'like' in step;
}

interface AddedStep {
  readonly step: ScriptStep;
  /** Id of the step before it; undefined: it stands at the end. */
  readonly after: string | undefined;
}

function withAdded(steps: readonly ScriptStep[], added: readonly AddedStep[]): ScriptStep[] {
  const all = [...steps];
  for (const { after, step } of added) {
    const at = after === undefined ? all.length : all.findIndex(({ id }) => id === after) + 1;
    all.splice(at, 0, step);
  }
  return all;
}

/** From the first step that was edited or added on, a refusal is what is looked for. */
function attackedSteps(variant: AttackVariant, steps: readonly ScriptStep[]): ReadonlySet<string> {
  if (variant.attack !== undefined) return new Set([variant.attack]);
  const touched = new Set([
    ...Object.keys(variant.edits),
    ...Object.keys(variant.change),
    ...variant.steps.map(({ id }) => id),
  ]);
  const first = steps.find(({ id }) => touched.has(id));
  return new Set(first === undefined ? [] : [first.id]);
}
