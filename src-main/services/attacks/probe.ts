import { headerValue, type RawResponse } from '#main/platform/raw-http.ts';
import { type PlayerClient, responseParameters } from '#main/services/flow-player/index.ts';
import {
  type AttackRole,
  type AttackVariant,
  attackRoles,
  type ProbedClient,
} from '#shared/attacks/index.ts';
import type { FlowScript } from '#shared/flows/index.ts';
import type { ClientAuthentication } from '#shared/oauth/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { buildScripts } from './build-script.ts';
import { correctedStage, knownTarget } from './known-target.ts';
import { type Played, play } from './play.ts';
import { type Demands, noDemands } from './pure/demands.ts';
import { authenticationProbe, isClientRefused, otherWay, refusalOf } from './pure/probe-requests.ts';
import type { AttackStage, AttackTarget, ProbedTarget } from './target-access.ts';

/** Parts that the probe is run with. */
export interface ProbeContext {
  readonly random: Random;
  readonly sleep: (millis: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** A server that is not ours is not asked more: the rest is taken as the file says. */
const maxRequests = 30;

interface Probe {
  readonly target: AttackTarget;
  readonly stage: AttackStage;
  readonly context: ProbeContext;
  /** True once no more may be asked. */
  readonly isSpent: () => boolean;
}

/** Finds by at most 30 requests what a target demands of its clients, so that each case is played as the target allows. */
export async function probeTarget(
  target: AttackTarget,
  { random, sleep, signal }: ProbeContext,
): Promise<ProbedTarget> {
  const opened = await target.openStage();
  let requests = 0;
  const spent = new AbortController();
  const context = { random, sleep, signal: AbortSignal.any([signal, spent.signal]) };
  const isSpent = () => spent.signal.aborted;
  const send: AttackStage['send'] = (request, options) => {
    requests += 1;
    if (requests >= maxRequests) spent.abort();
    return opened.send(request, options);
  };
  const stage = { ...opened, send };
  try {
    const clients = await probeClients({ target, stage, context, isSpent });
    const front = { target, stage: correctedStage(stage, clients), context, isSpent };
    const signIn = await probeSignIn(front, clients);
    return knownTarget(target, {
      requests,
      metadata: stage.target.endpoints.metadata,
      namesIssuer: stage.target.namesIssuer,
      remembersConsent: signIn.remembersConsent,
      clients: clients.map((client) => ({
        ...client,
        frontProblem: client.frontProblem ?? signIn.problem(client),
      })),
    });
  } finally {
    await opened.close();
  }
}

/** Each client that plays a part, with the first part that it plays. */
function castOf({ target, stage }: Probe): readonly (readonly [AttackRole, PlayerClient])[] {
  const cast = new Map<string, readonly [AttackRole, PlayerClient]>();
  for (const role of attackRoles) {
    const client = stage.target.clients.find(({ clientId }) => clientId === target.client(role));
    if (client !== undefined && !cast.has(client.clientId)) cast.set(client.clientId, [role, client]);
  }
  return [...cast.values()];
}

async function probeClients(probe: Probe): Promise<readonly ProbedClient[]> {
  const found: ProbedClient[] = [];
  // A demand on one client is met for its like as well: where it is not made, meeting it does no harm.
  const demanded = new Map<boolean, Demands>();
  for (const [role, client] of castOf(probe)) {
    const way = await probeAuthentication(probe, client);
    const isPublic = client.authentication === 'none';
    const front = asksForCodes(client)
      ? await probeFront(probe, role, demanded.get(isPublic) ?? noDemands)
      : { demands: noDemands, problem: null };
    if (front.demands.pkce || front.demands.push) demanded.set(isPublic, front.demands);
    found.push({
      clientId: client.clientId,
      authentication: way.authentication,
      isCorrected: way.authentication !== client.authentication,
      ...front.demands,
      redirectUris: client.redirectUris.length,
      problem: way.problem,
      frontProblem: front.problem,
    });
  }
  return found;
}

function asksForCodes({ redirectUri, grantTypes, responseTypes }: PlayerClient): boolean {
  if (redirectUri === null || grantTypes?.has('authorization_code') === false) return false;
  return responseTypes?.has('code') !== false;
}

interface FoundWay {
  readonly authentication: ClientAuthentication;
  readonly problem: string | null;
}

/** The hosted server takes its clients as they are registered; at another one a file may be wrong about that. RFC 7591 §2 */
async function probeAuthentication(probe: Probe, client: PlayerClient): Promise<FoundWay> {
  const { authentication } = client;
  const given = { authentication, problem: null };
  const { stage } = probe;
  if (stage.hosted !== null || authentication === 'none' || stage.target.endpoints.token === null)
    return given;
  const problem = await refusedClient(probe, client, authentication);
  if (problem === null) return given;
  const other = otherWay(authentication);
  if (other !== null && (await refusedClient(probe, client, other)) === null)
    return { authentication: other, problem: null };
  return { authentication, problem };
}

/** Why the token endpoint does not know a client, as a sentence; null: it does. */
async function refusedClient(
  probe: Probe,
  { clientId }: PlayerClient,
  authentication: ClientAuthentication,
): Promise<string | null> {
  const script = {
    title: 'Probe',
    parties: { '': { client: clientId, user: null } },
    steps: [authenticationProbe(authentication)],
  };
  const { response, isSent, failure } = lastOf(await playScript(probe, script), 'token');
  if (response === null) {
    if (probe.isSpent()) return null;
    const subject = isSent ? 'The token endpoint does not respond' : `${clientId} cannot authenticate`;
    return sentence(subject, failure);
  }
  const answer = textOf(response);
  if (!isClientRefused(answer)) return null;
  return sentence(
    `The token endpoint rejects the credentials of ${clientId} (${authentication})`,
    refusalOf(answer),
  );
}

/** The authorization request alone, without what follows. */
function firstHop(role: AttackRole): AttackVariant {
  return {
    name: '',
    needs: [],
    base: { flow: 'code', role, user: 'ann', upTo: 'authorize' },
    parties: {},
    edits: {},
    change: { authorize: { act: 'send', from: 'browser', to: 'as', reading: 'any' } },
    steps: [],
    expect: [],
  };
}

/** Asks for a code with ever more of what a server may demand, until it does not refuse at once. */
async function probeFront(
  probe: Probe,
  role: AttackRole,
  least: Demands,
): Promise<{ readonly demands: Demands; readonly problem: string | null }> {
  const canPush = probe.stage.target.endpoints.pushedAuthorization !== null;
  const steps = [
    noDemands,
    { pkce: true, push: false },
    ...(canPush
      ? [
          { pkce: false, push: true },
          { pkce: true, push: true },
        ]
      : []),
  ];
  let first: string | null = null;
  for (const demands of steps.slice(
    steps.findIndex(({ pkce, push }) => pkce === least.pkce && push === least.push),
  )) {
    const refusal = await refusedAuthorization(probe, role, demands);
    if (refusal === null) return { demands, problem: null };
    first ??= refusal;
  }
  const clientId = probe.target.client(role) ?? role;
  return {
    demands: least,
    problem: sentence(
      `The authorization endpoint rejects requests of ${clientId}, with and without PKCE`,
      first ?? '',
    ),
  };
}

async function refusedAuthorization(
  probe: Probe,
  role: AttackRole,
  demands: Demands,
): Promise<string | null> {
  const { mutant } = buildScripts(
    firstHop(role),
    'Probe',
    castFor(probe, () => demands),
  );
  const played = await playScript(probe, mutant);
  const pushed = played.player.outcomes.get('push-authorize')?.at(-1)?.response ?? null;
  if (pushed !== null && pushed.status >= 400) return refusalOf(textOf(pushed));
  const { response, failure } = lastOf(played, 'authorize');
  if (response === null) return probe.isSpent() ? null : failure;
  const sent = responseParameters(headerValue(response.headers, 'location') ?? '');
  if (response.status < 400 && !sent.has('error')) return null;
  return response.status < 400
    ? [sent.get('error'), sent.get('error_description')].filter((part) => part !== undefined).join(': ')
    : refusalOf(textOf(response));
}

interface SignIn {
  readonly remembersConsent: boolean | null;
  readonly problem: (client: ProbedClient) => string | null;
}

/** Signs the first user in at the first client that can, redeems the code, and asks a second time without a person. */
async function probeSignIn(probe: Probe, clients: readonly ProbedClient[]): Promise<SignIn> {
  const nothing: SignIn = { remembersConsent: null, problem: () => null };
  const { target, stage } = probe;
  const roles = attackRoles.filter((role) => {
    const client = stage.target.clients.find(({ clientId }) => clientId === target.client(role));
    return client !== undefined && asksForCodes(client);
  });
  const works = (client: ProbedClient | undefined) =>
    client?.problem === null && client.frontProblem === null;
  const role = roles.find((each) => works(clients.find(({ clientId }) => clientId === target.client(each))));
  if (role === undefined || target.lacks.has('user') || probe.isSpent()) return nothing;
  const again = {
    like: 'authorize',
    id: 'again',
    edits: [{ op: 'set' as const, place: 'query.prompt', value: 'none' }],
    act: 'send',
    from: 'browser',
    to: 'as',
    reading: 'any',
  };
  const byId = new Map(clients.map((client) => [client.clientId, client]));
  const whole: AttackVariant = {
    ...firstHop(role),
    base: { flow: 'code', role, user: 'ann', upTo: 'token' },
    change: {},
    steps: [again],
  };
  const { mutant } = buildScripts(
    whole,
    'Probe',
    castFor(probe, (clientId) => byId.get(clientId) ?? noDemands),
  );
  const played = await playScript(probe, mutant);
  const clientId = target.client(role) ?? '';
  if (probe.isSpent()) return nothing;
  if (played.failure !== null)
    return {
      remembersConsent: null,
      problem: (client) =>
        client.clientId === clientId
          ? sentence(`The authorization code flow of ${clientId} fails`, played.failure ?? '')
          : null,
    };
  const { response } = lastOf(played, 'again');
  const sent = responseParameters(headerValue(response?.headers ?? [], 'location') ?? '');
  return { remembersConsent: sent.has('code'), problem: () => null };
}

function castFor({ target, stage }: Probe, demands: (clientId: string) => Demands) {
  return { target: stage.target, client: target.client, user: target.user, demands };
}

function playScript({ target, stage, context }: Probe, script: FlowScript): Promise<Played> {
  return play({
    target: stage.target,
    script,
    clock: stage.clock,
    random: context.random,
    send: stage.send,
    issuer: target.issuer,
    sleep: context.sleep,
    tags: ['attack:probe'],
    values: stage.values,
    attacked: new Set(['again', 'push-again']),
    plain: new Map(),
    eventCount: stage.eventCount,
    signal: context.signal,
  });
}

interface Last {
  readonly response: RawResponse | null;
  /** False: the request could not be made. */
  readonly isSent: boolean;
  readonly failure: string;
}

function lastOf({ player, failure }: Played, stepId: string): Last {
  const outcome = player.outcomes.get(stepId)?.at(-1);
  const unmade = failure?.startsWith(`${stepId}: `) === true ? failure.slice(stepId.length + 2) : failure;
  return {
    response: outcome?.response ?? null,
    isSent: outcome !== undefined,
    failure: outcome?.failure?.message ?? unmade ?? 'No response was received.',
  };
}

function textOf({ status, body }: RawResponse): { readonly status: number; readonly body: string } {
  return { status, body: body.toString('utf8') };
}

/** A sentence with its cause, which may be a sentence itself. */
function sentence(subject: string, cause: string): string {
  return `${subject}: ${cause.replace(/\.$/, '')}.`;
}
