import { isLoopbackHost } from '#main/platform/addresses.ts';
import type { RawLimits } from '#main/platform/raw-http.ts';
import { defaultRawLimits } from '#main/platform/raw-http.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import {
  type DebuggerIssuer,
  forgivingMemory,
  type PlayerClient,
  type PlayTarget,
} from '#main/services/flow-player/index.ts';
import { type AttackNeed, type AttackRole, attackNeeds } from '#shared/attacks/index.ts';
import { samlBearerGrantType } from '#shared/oauth/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import { applicationValues } from './application-values.ts';
import { openCanary } from './canary.ts';
import { LeftBehind } from './left-behind.ts';
import type { AttackTarget } from './target-access.ts';

/** Dependencies for attacking another server. */
export interface ForeignAttack {
  readonly target: PlayTarget;
  readonly clock: Clock;
  readonly send: SendRecorded;
  readonly issuer: () => Promise<DebuggerIssuer>;
  readonly sleep: (millis: number) => Promise<void>;
  /** Real time, in milliseconds. */
  readonly nowMillis: () => number;
  /** Cases that lock accounts or load the server are played. */
  readonly isDisruptive: boolean;
  readonly requestsPerSecond: number;
}

/** Another server as the catalogue attacks it: through the clients and users that its file names, at a bounded rate. */
export function foreignAttackTarget(attack: ForeignAttack): AttackTarget {
  const target = forgiving(attack.target);
  const { application } = target;
  const roles = castClients(target);
  const users = target.usernames.filter((name) => target.password(name) !== null);
  const left = new LeftBehind();
  const send = left.counting(paced(attack));
  return {
    title: target.title,
    profile: null,
    weaknesses: [],
    lacks: lacksOf(attack, roles, users.length),
    client: (role) => roles.get(role)?.clientId ?? null,
    user: (name) => (name === 'ann' ? users[0] : name === 'bob' ? users[1] : undefined) ?? null,
    issuer: attack.issuer,
    leftBehind: () => left.counts(),
    async openStage() {
      const canary = await openCanary();
      return {
        target,
        clock: attack.clock,
        send,
        values: new Map([
          ['canary', canary.origin],
          ['attacker', 'https://attacker.example'],
          ...(application === undefined
            ? []
            : applicationValues({
                ...application,
                shows: application.shows ?? users[0] ?? '',
                onward: application.onward ?? null,
                onwardParameter: application.onward_parameter,
              })),
        ]),
        profile: 'other',
        eventCount: () => 0,
        hosted: null,
        canaryCalls: canary.calls,
        received: () => 0,
        close: canary.close,
      };
    },
  };
}

/** The target for plays that attack: an account that a case has locked must not keep the next from signing in. */
function forgiving(target: PlayTarget): PlayTarget {
  const { signIn } = target;
  return signIn === undefined
    ? target
    : { ...target, signIn: { ...signIn, memory: forgivingMemory(signIn.memory), sessions: null } };
}

function castClients({
  clients,
  application,
  trustedIssuer,
  metadata,
}: PlayTarget): ReadonlyMap<AttackRole, PlayerClient> {
  const may = (client: PlayerClient, grantType: string) =>
    client.grantTypes?.has(grantType) ?? grantType === 'authorization_code';
  const front = clients.filter((client) => client.redirectUri !== null && may(client, 'authorization_code'));
  const confidential = front.filter(({ authentication }) => authentication !== 'none');
  const signers = clients.filter(
    (client) => client.authentication === 'private_key_jwt' && may(client, 'client_credentials'),
  );
  const native = front.find(({ authentication }) => authentication === 'none');
  const found: readonly (readonly [AttackRole, PlayerClient | undefined])[] = [
    ['web', confidential[0]],
    ['other', confidential[1]],
    // The server may know a client well: that it trusts one less is for its registrations to say.
    ['untrusted', confidential[1]],
    ['web-query', confidential.find(({ redirectUri }) => redirectUri?.includes('?') === true)],
    ['native', native],
    // Nobody can tell which program holds a scheme of its own, or listens on this machine. RFC 8252 §8.6
    ['native-scheme', native?.redirectUri?.startsWith('https:') === true ? undefined : native],
    ['spa', clients.find((client) => may(client, 'implicit') && client.redirectUri !== null)],
    ['batch', clients.find((client) => may(client, 'client_credentials'))],
    ['signer', signers[0]],
    ['other-signer', signers[1]],
    ['legacy', clients.find((client) => may(client, 'password'))],
    ['federated', trustedIssuer && clients.find((client) => may(client, samlBearerGrantType))],
    ['application', clients.find(({ clientId }) => clientId === application?.client_id)],
    [
      'object-signer',
      metadata?.['request_parameter_supported'] === true
        ? confidential.find(({ privateKey }) => privateKey !== null)
        : undefined,
    ],
    ['openid-web', confidential.find(({ scopes }) => scopes.includes('openid'))],
    ['web-one', confidential.find(({ redirectUris }) => redirectUris.length === 1)],
    ['web-two', confidential.find(({ redirectUris }) => redirectUris.length > 1)],
  ];
  return new Map(found.flatMap(([role, client]) => (client === undefined ? [] : [[role, client] as const])));
}

function lacksOf(
  { target: { endpoints, hasResource, application, metadata }, isDisruptive }: ForeignAttack,
  roles: ReadonlyMap<AttackRole, PlayerClient>,
  users: number,
): ReadonlyMap<AttackNeed, string> {
  const missing: readonly (readonly [AttackNeed, boolean])[] = [
    ['hosted', true],
    ['confidential', !roles.has('web')],
    ['second', !roles.has('other')],
    ['public', !roles.has('native')],
    ['implicit', !roles.has('spa')],
    ['user', users < 1],
    ['second-user', users < 2],
    ['batch', !roles.has('batch')],
    ['signer', !roles.has('signer')],
    ['second-signer', !roles.has('other-signer')],
    ['password', !roles.has('legacy')],
    ['refresh', roles.get('web')?.grantTypes?.has('refresh_token') !== true],
    ['public-refresh', roles.get('native')?.grantTypes?.has('refresh_token') !== true],
    ['scopes', (roles.get('web')?.scopes.length ?? 0) < 2],
    ['saml', !roles.has('federated')],
    ['jwt-grant', true],
    ['id-jag', true],
    ['validate', true],
    ['oracle', endpoints.introspection === null && endpoints.userinfo === null],
    ['object-signer', !roles.has('object-signer')],
    ['exchanger', !roles.has('exchanger')],
    ['jarm', !listed(metadata?.['response_modes_supported']).includes('jwt')],
    ['dpop', metadata?.['dpop_signing_alg_values_supported'] === undefined],
    ['registration', endpoints.registration === null],
    ['end-session', endpoints.endSession === null],
    ['openid', !roles.has('openid-web')],
    ['push', endpoints.pushedAuthorization === null],
    ['introspection', endpoints.introspection === null],
    ['revocation', endpoints.revocation === null],
    ['resource', !hasResource],
    ['samples', true],
    ['application', !roles.has('application')],
    ['onward', application?.onward === undefined],
    ['jwt', true],
    ['canary', !isNear(endpoints.issuer)],
    ['disruptive', !isDisruptive],
  ];
  return new Map(
    missing.filter(([, lacks]) => lacks).map(([need]) => [need, `It needs ${attackNeeds[need]}.`]),
  );
}

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** True of a server that can call this machine back by its loopback address. */
function isNear(issuer: string): boolean {
  return isLoopbackHost(new URL(issuer).hostname);
}

/** Requests leave one after the other's turn, so that a server that is not ours is not flooded. */
function paced({ send, sleep, nowMillis, requestsPerSecond }: ForeignAttack): SendRecorded {
  const gapMillis = 1_000 / requestsPerSecond;
  let nextAtMillis = 0;
  return async (request, options) => {
    const now = nowMillis();
    const at = Math.max(now, nextAtMillis);
    nextAtMillis = at + gapMillis;
    if (at > now) await sleep(at - now);
    const limits: RawLimits = options.limits ?? defaultRawLimits;
    return send(request, { ...options, limits });
  };
}
