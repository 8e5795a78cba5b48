import type { Rate, RatePolicy } from '../types.ts';

/** The simple `rate`: the same for every request. */
export function fixedPolicy(rate: Rate): RatePolicy {
  const answer = { rate, why: 'fixed' } as const;
  return { rate: () => answer, isPure: true };
}
