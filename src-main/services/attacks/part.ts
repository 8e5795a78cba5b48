import type { AttackBase, AttackRole, AttackVariant } from '#shared/attacks/index.ts';
import { type ScriptStep, withPushes } from '#shared/flows/index.ts';
import type { Cast } from './cast.ts';
import { type PartyClients, partyClients } from './edit-step.ts';
import type { AskedTarget } from './pure/ask-step.ts';
import { type Demands, noDemands, withVerifier } from './pure/demands.ts';

/** Roles by the names of the parties, of the case or of its control. */
export function rolesOf(base: AttackBase | undefined, ...parties: readonly AttackVariant['parties'][]) {
  const named = parties
    .flatMap((each) => Object.entries(each))
    .map(([name, { role }]) => [name, role] as const);
  return new Map<string, AttackRole>([...(base === undefined ? [] : [['', base.role] as const]), ...named]);
}

/** The parties of a script, and the target's demands on its own client. */
export interface Part {
  readonly clients: PartyClients;
  /** How the target is asked about tokens. */
  readonly asked: () => AskedTarget;
  readonly demands: Demands;
}

/** The part that the own client of a script plays, with the other parties. */
export function partOf(cast: Cast, roles: ReadonlyMap<string, AttackRole>): Part {
  const role = roles.get('');
  const clientId = role === undefined ? null : cast.client(role);
  const clients = partyClients(cast, roles);
  return {
    clients,
    asked: () => ({
      endpoints: cast.target.endpoints,
      isHosted: cast.target.name === null,
      vendorUrn: cast.target.vendorUrn,
      asker: clients(roles.has(askerParty) ? askerParty : ''),
    }),
    demands: clientId === null ? noDemands : cast.demands(clientId),
  };
}

/** The steps with everything that the target demands of a client whose case is about something else. */
export function meetingDemands(
  steps: readonly ScriptStep[],
  { clients, demands }: Part,
): readonly ScriptStep[] {
  const verified = demands.pkce ? withVerifier(steps) : steps;
  return demands.push ? withPushes(verified, clients('')) : verified;
}

/** The party that asks about tokens where the target has one for it: a resource server. */
const askerParty = 'asker';
const asker: AttackVariant['parties'] = { [askerParty]: { role: 'orders-api', user: null } };

/** The parties of a script, with the one that asks about tokens where a step does and the target has it. */
export function withAsker(
  parties: AttackVariant['parties'],
  steps: readonly object[],
  { client }: Pick<Cast, 'client'>,
): AttackVariant['parties'] {
  const asks = steps.some((step) => 'ask' in step) && client('orders-api') !== null;
  return asks ? { ...parties, ...asker } : parties;
}
