import { prepareFlow } from '#main/services/flows/index.ts';
import type { AttackBase, AttackRole, AttackVariant, OwnStep } from '#shared/attacks/index.ts';
import {
  type FlowParty,
  type FlowScript,
  flowDefinitions,
  type RequestTemplate,
  requestTemplateSchema,
  type ScriptStep,
  scriptStepSchema,
} from '#shared/flows/index.ts';
import type { Cast } from './cast.ts';
import { editStep, ownStep, type PartyClients, partyClients } from './edit-step.ts';
import { type Demands, noDemands, pushOf, withPkce, withPushes, withVerifier } from './pure/demands.ts';

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

function baseScript(base: AttackBase, { target, client, user, demands }: Cast): FlowScript {
  const clientId = client(base.role);
  const isCompleted = base.flow === 'code' && clientId !== null && demands(clientId).pkce;
  const wanted = isCompleted ? 'code-pkce' : base.flow;
  const definition = flowDefinitions.find(({ kind }) => kind === wanted);
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

/** Roles by the names of the parties, of the case or of its control. */
function rolesOf(base: AttackBase | undefined, ...parties: readonly AttackVariant['parties'][]) {
  const named = parties
    .flatMap((each) => Object.entries(each))
    .map(([name, { role }]) => [name, role] as const);
  return new Map<string, AttackRole>([...(base === undefined ? [] : [['', base.role] as const]), ...named]);
}

/** The scripts of a variant at a target. @throws attack.not-for-client */
export function buildScripts(variant: AttackVariant, title: string, cast: Cast): VariantScripts {
  const parties = castParties(variant.parties, cast);
  const base = variant.base === undefined ? null : baseScript(variant.base, cast);
  const part = partOf(cast, rolesOf(variant.base, variant.parties));
  const edited = (base?.steps ?? []).map((step) => editOfCase(step, variant, part.clients));
  const added = variant.steps.map((step) => ({
    after: step.after,
    step: addedStep(step, base?.steps ?? [], part),
  }));
  const steps = meetingDemands(withAdded(edited, added), part);
  const mutant = { title, parties: { ...base?.parties, ...parties }, steps: [...steps] };
  return {
    control: controlScript(variant, base, title, cast, part),
    mutant,
    attacked: attackedSteps(variant, steps),
    plain: plainRequests(variant, base?.steps ?? [], part, steps),
  };
}

/** The parties of a script, and the target's demands on its own client. */
interface Part {
  readonly clients: PartyClients;
  readonly demands: Demands;
}

function partOf(cast: Cast, roles: ReadonlyMap<string, AttackRole>): Part {
  const role = roles.get('');
  const clientId = role === undefined ? null : cast.client(role);
  return {
    clients: partyClients(cast, roles),
    demands: clientId === null ? noDemands : cast.demands(clientId),
  };
}

/** The steps as the target demands them of whoever attacks something else. */
function meetingDemands(steps: readonly ScriptStep[], { clients, demands }: Part): readonly ScriptStep[] {
  const verified = demands.pkce ? withVerifier(steps) : steps;
  return demands.push ? withPushes(verified, clients('')) : verified;
}

/** For each edited step the request without the edits; of a request that is pushed, the part that they changed. */
function plainRequests(
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

function controlScript(
  { control, parties }: AttackVariant,
  base: FlowScript | null,
  title: string,
  cast: Cast,
  part: Part,
): FlowScript | null {
  if (control === undefined) {
    if (base === null) return null;
    const all = { ...base.parties, ...castParties(parties, cast) };
    return { title, parties: all, steps: [...meetingDemands(base.steps, part)] };
  }
  const own = control.base === undefined ? null : baseScript(control.base, cast);
  const controlPart = partOf(cast, rolesOf(control.base, parties, control.parties));
  const spelled = control.steps.map((step) => spelledOut(step, controlPart));
  const steps = [...meetingDemands([...(own?.steps ?? []), ...spelled], controlPart)];
  const all = { ...own?.parties, ...castParties(parties, cast), ...castParties(control.parties, cast) };
  return steps.length === 0 ? null : { title, parties: all, steps };
}

function editOfCase(step: ScriptStep, { edits, change }: AttackVariant, clients: PartyClients): ScriptStep {
  const own = edits[step.id];
  const edited = own === undefined || !('request' in step) ? step : editStep(step, own, clients);
  const changes = change[step.id];
  return changes === undefined ? edited : scriptStepSchema.parse({ ...edited, ...changes });
}

type AddedByCase = AttackVariant['steps'][number];
type LikeStep = Extract<AddedByCase, { like: string }>;

/** A step of the case's own, or one like a step of the flow. */
function addedStep(step: AddedByCase, base: readonly ScriptStep[], part: Part): ScriptStep {
  if (!isLike(step)) return scriptStepSchema.parse(spelledOut(step, part));
  const { like, edits, ...changes } = step;
  const found = base.find(({ id }) => id === like);
  if (found === undefined || !('request' in found)) throw new Error(`The flow has no request ${like}.`);
  return scriptStepSchema.parse({ ...editStep(found, edits, part.clients), ...changes });
}

/** A step that a case spells out; it is not about what the target demands besides. */
function spelledOut(step: OwnStep, { clients, demands }: Part): ScriptStep {
  return ownStep(demands.pkce ? withPkce(step) : step, clients);
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
  const named =
    variant.attack === undefined
      ? [...Object.keys(variant.edits), ...Object.keys(variant.change), ...variant.steps.map(({ id }) => id)]
      : [variant.attack];
  const touched = new Set(named.flatMap((id) => [id, pushOf(id)]));
  const first = steps.find(({ id }) => touched.has(id));
  return new Set(first === undefined ? [] : [first.id]);
}
