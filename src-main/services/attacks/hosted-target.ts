import { type AttackNeed, type AttackRole, attackNeeds } from '#shared/attacks/index.ts';
import { openRange, type RangeParts, type RangePolicy } from './range.ts';
import type { AttackTarget } from './target-access.ts';

/** Clients of the range that play a part under another name. */
const namesInRange: ReadonlyMap<AttackRole, string> = new Map([
  ['named-as-user', 'ann'],
  ['web-one', 'web'],
]);

/** Needs that have nothing to do with how the clients of the catalogue authenticate. */
const withoutClients: ReadonlySet<AttackNeed> = new Set(['samples', 'resource', 'canary', 'disruptive']);

/** Clients of the catalogue use secrets and bearer tokens: there a case would judge this alone. */
const noClients =
  'FAPI 2.0 rejects the clients of the catalogue, because they use secrets and bearer tokens. Use a client of your own.';
const noGrant = 'The profile OAuth 2.1 excludes this grant.';

function lacksOf({
  profile,
  registration,
}: RangePolicy['authorizationServer']): ReadonlyMap<AttackNeed, string> {
  const needs = Object.keys(attackNeeds) as AttackNeed[];
  if (profile === 'fapi-2.0-security')
    return new Map(needs.filter((need) => !withoutClients.has(need)).map((need) => [need, noClients]));
  return new Map<AttackNeed, string>([
    ...(registration === 'off' ? [['registration', attackNeeds.registration] as const] : []),
    ...(profile === 'oauth-2.1'
      ? ([
          ['password', noGrant],
          ['implicit', noGrant],
        ] as const)
      : []),
  ]);
}

/** The hosted server as the catalogue attacks it: a range of its own for each play. */
export function hostedAttackTarget(
  parts: RangeParts,
  policy: RangePolicy,
  undecided: readonly string[] = [],
): AttackTarget {
  const { profile, weaknesses } = policy.authorizationServer;
  const isTraining = profile === 'training';
  return {
    title: 'Hosted server',
    profile,
    weaknesses: [...(isTraining ? weaknesses : []), ...policy.sampleUpstreams.weaknesses],
    ...(undecided.length === 0 ? {} : { undecided }),
    lacks: lacksOf(policy.authorizationServer),
    client: (role) => namesInRange.get(role) ?? role,
    user: (name) => name,
    issuer: parts.issuer,
    async openStage() {
      const range = await openRange(parts, policy);
      return {
        target: range.target,
        clock: range.clock,
        send: range.send,
        values: range.values,
        profile,
        eventCount: () => range.events.length,
        hosted: {
          events: range.events,
          logged: range.logged,
          registrationProblems: range.registrationProblems,
        },
        canaryCalls: range.canaryCalls,
        received: range.received,
        close: range.close,
      };
    },
  };
}
