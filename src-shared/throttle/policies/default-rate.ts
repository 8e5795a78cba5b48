import type { Rate, RatePolicy, RateResult } from '../types.ts';

/** DefaultRateThrottlingPolicy: asks another policy, and has a rate for when that has none. */
export function defaultRatePolicy(delegate: RatePolicy, defaultRate: Rate): RatePolicy {
  const fallback: RateResult = { rate: defaultRate, why: 'default' };
  const orDefault = (answer: RateResult): RateResult => (answer.rate === null ? fallback : answer);
  return {
    isPure: delegate.isPure,
    rate(scope, nowNanos) {
      const answer = delegate.rate(scope, nowNanos);
      return answer instanceof Promise ? answer.then(orDefault) : orDefault(answer);
    },
  };
}
