import { type AttackNeed, type AttackRole, attackNeeds } from '#shared/attacks/index.ts';
import { openRange, type RangeParts, type RangePolicy } from './range.ts';
import type { AttackTarget } from './target-access.ts';

/** Clients of the range that play a part under another name. */
const namesInRange: ReadonlyMap<AttackRole, string> = new Map([
  ['named-as-user', 'ann'],
  ['web-one', 'web'],
]);

/** The hosted server as the catalogue attacks it: a range of its own for each play. */
export function hostedAttackTarget(
  parts: RangeParts,
  policy: RangePolicy,
  undecided: readonly string[] = [],
): AttackTarget {
  const { profile, registration, weaknesses } = policy.authorizationServer;
  const isTraining = profile === 'training';
  return {
    title: 'Hosted server',
    profile,
    weaknesses: [...(isTraining ? weaknesses : []), ...policy.sampleUpstreams.weaknesses],
    ...(undecided.length === 0 ? {} : { undecided }),
    lacks: new Map<AttackNeed, string>(
      registration === 'off' ? [['registration', attackNeeds.registration]] : [],
    ),
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
