import type { AttackEdit, AttackRole, OwnStep } from '#shared/attacks/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { editRequest, type RequestTemplate, type ScriptStep } from '#shared/flows/index.ts';
import type { Cast } from './cast.ts';
import { authenticated, type CaseClient, editCredentials } from './pure/credentials.ts';

/** The client of each party of a case, by the name of the party; the empty name is the run's own. */
export type PartyClients = (party: string) => CaseClient;

type Requesting = Extract<ScriptStep, { request: RequestTemplate }>;

/** Finds how the clients of parties authenticate at a target. @throws Error where a case names a party that it has not */
export function partyClients(
  { target, client }: Pick<Cast, 'target' | 'client'>,
  roles: ReadonlyMap<string, AttackRole>,
): PartyClients {
  return (party) => {
    const role = roles.get(party);
    const clientId = role === undefined ? null : client(role);
    const found = target.clients.find((each) => each.clientId === clientId);
    if (found === undefined) throw new Error(`The case has no party “${party}”.`);
    return { authentication: found.authentication, prefix: party === '' ? '' : `${party}.` };
  };
}

/** The step with its request edited. @throws attack.not-for-client */
export function editStep<Step extends Requesting>(
  step: Step,
  edits: readonly AttackEdit[],
  clients: PartyClients,
): Step {
  return edits.reduce((edited, edit) => editOnce(edited, edit, clients), step);
}

function editOnce<Step extends Requesting>(step: Step, edit: AttackEdit, clients: PartyClients): Step {
  if (edit.op !== 'credentials') return { ...step, request: editRequest(step.request, [edit]) };
  const own = clients(edit.of);
  const edited = editCredentials(step.request, edit, own, clients);
  if (edited === null)
    throw new GatehouseError(
      'attack.not-for-client',
      `The client authenticates with ${own.authentication}, which has no “${edit.be}” credentials.`,
      { fix: 'Use a client with another authentication method, or skip the case.' },
    );
  return { ...step, ...edited };
}

/** A step of the case's own, with the credentials of the party that it names, and its edits. @throws attack.not-for-client */
export function ownStep(own: OwnStep, clients: PartyClients): ScriptStep {
  const { authenticate, edits = [], ...step } = own;
  if (!('request' in step)) return step;
  const complete =
    authenticate === undefined ? step : { ...step, ...authenticated(step.request, clients(authenticate)) };
  return editStep(complete, edits, clients);
}
