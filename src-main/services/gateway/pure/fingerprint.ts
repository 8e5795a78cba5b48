import { assertNever } from '#shared/errors/index.ts';
import type { PolicyConfig, Rate, ThrottlingConfig } from '#shared/throttle/index.ts';

/** A text that is equal for filters that are declared alike, however their rates are written. */
export function fingerprintOf({ group, policy, ...rest }: ThrottlingConfig): string {
  return JSON.stringify({ group: group.source, policy: policyPrint(policy), ...rest });
}

const ratePrint = ({ numberOfRequests, durationNanos }: Rate): string =>
  `${numberOfRequests}/${durationNanos}`;

function policyPrint(policy: PolicyConfig): unknown {
  switch (policy.type) {
    case 'fixed':
      return ratePrint(policy.rate);
    case 'MappedThrottlingPolicy': {
      const rates = [...policy.rates].map(([key, rate]) => [key, ratePrint(rate)]);
      return [policy.type, policy.mapper.source, rates, ratePrint(policy.defaultRate)];
    }
    case 'ScriptableThrottlingPolicy': {
      const { type, source, args, hasClient } = policy.script;
      return [policy.type, type, source, args, hasClient];
    }
    case 'DefaultRateThrottlingPolicy':
      return [policy.type, policyPrint(policy.delegate), ratePrint(policy.defaultRate)];
    default:
      return assertNever(policy);
  }
}
