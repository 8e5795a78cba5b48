import { prepareFlow } from '#main/services/flows/index.ts';
import type { AttackBase, AttackVariant } from '#shared/attacks/index.ts';
import {
  asksFor,
  type FlowParty,
  type FlowScript,
  flowDefinitions,
  pushOf,
  type RequestParameters,
  type RequestTemplate,
  type ScriptStep,
  scriptStepSchema,
  usualParameters,
  usualResource,
} from '#shared/flows/index.ts';
import { addedStep, spelledOut, withAdded } from './added-steps.ts';
import type { Cast } from './cast.ts';
import { editStep, type PartyClients } from './edit-step.ts';
import { requireNamedSteps } from './named-steps.ts';
import { meetingDemands, type Part, partOf, rolesOf, withAsker } from './part.ts';
import { plainRequests } from './plain-requests.ts';
import { openIdType, takesOpenIdAlone } from './pure/implicit.ts';

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
    throw new Error(`The flow ${base.flow} does not exist for ${base.role}.`);
  const isOpenId = base.flow === 'implicit' && takesOpenIdAlone(target.metadata);
  const responseType = base.responseType ?? (isOpenId ? openIdType : null);
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
        responseType,
        responseMode: base.responseMode ?? null,
        token: null,
        parameters: parametersOf(base, responseType),
        isSigned: false,
        // The catalogue meets the demands of the server itself, in its own way.
        isPushed: false,
        resource: usualResource,
        isBound: false,
      },
    },
    null,
  );
  const end = base.upTo === undefined ? -1 : script.steps.findIndex(({ id }) => id === base.upTo);
  const steps = end < 0 ? script.steps.filter(({ id }) => !uses.has(id)) : script.steps.slice(0, end + 1);
  return { ...script, steps };
}

/**
 * A nonce only where the request needs one: a case that takes openid out of the scope would else be refused for the nonce
 * beside it, and not for what it is about. OpenID Connect Core §3.2.2.1
 */
function parametersOf({ flow }: AttackBase, responseType: string | null): RequestParameters {
  const hasIdToken = responseType === null ? flow === 'hybrid' : asksFor(responseType, 'id_token');
  return hasIdToken ? usualParameters : { ...usualParameters, nonce: null };
}

function castParties(parties: AttackVariant['parties'], { client, user }: Cast): Record<string, FlowParty> {
  return Object.fromEntries(
    Object.entries(parties).map(([name, { role, user: username }]) => [
      name,
      { client: client(role), user: username === null ? null : user(username) },
    ]),
  );
}

/** The scripts of a variant at a target. @throws attack.not-for-client */
export function buildScripts(variant: AttackVariant, title: string, cast: Cast): VariantScripts {
  const named = withAsker(variant.parties, variant.steps, cast);
  const parties = castParties(named, cast);
  const base = variant.base === undefined ? null : baseScript(variant.base, cast);
  const part = partOf(cast, rolesOf(variant.base, named));
  const edited = (base?.steps ?? []).map((step) => editOfCase(step, variant, part.clients));
  const added = variant.steps.map((step) => ({
    after: step.after,
    step: addedStep(step, base?.steps ?? [], part),
  }));
  const steps = meetingDemands(withAdded(edited, added), part);
  requireNamedSteps(variant, base?.steps ?? [], steps);
  const mutant = { title, parties: { ...base?.parties, ...parties }, steps: [...steps] };
  return {
    control: controlScript(variant, base, title, cast, part),
    mutant,
    attacked: attackedSteps(variant, steps),
    plain: plainRequests(variant, base?.steps ?? [], part, steps),
  };
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
  const others = withAsker(control.parties, control.steps, cast);
  const controlPart = partOf(cast, rolesOf(control.base, parties, others));
  const spelled = control.steps.map((step) => spelledOut(step, controlPart));
  const steps = [...meetingDemands([...(own?.steps ?? []), ...spelled], controlPart)];
  const all = { ...own?.parties, ...castParties(parties, cast), ...castParties(others, cast) };
  return steps.length === 0 ? null : { title, parties: all, steps };
}

function editOfCase(step: ScriptStep, { edits, change }: AttackVariant, clients: PartyClients): ScriptStep {
  const own = edits[step.id];
  const edited = own === undefined || !('request' in step) ? step : editStep(step, own, clients);
  const changes = change[step.id];
  return changes === undefined ? edited : scriptStepSchema.parse({ ...edited, ...changes });
}

/** From the first edited or added step on, a refusal is the wanted outcome. */
function attackedSteps(variant: AttackVariant, steps: readonly ScriptStep[]): ReadonlySet<string> {
  const named =
    variant.attack === undefined
      ? [...Object.keys(variant.edits), ...Object.keys(variant.change), ...variant.steps.map(({ id }) => id)]
      : [variant.attack];
  const touched = new Set(named.flatMap((id) => [id, pushOf(id)]));
  const first = steps.find(({ id }) => touched.has(id));
  return new Set(first === undefined ? [] : [first.id]);
}
