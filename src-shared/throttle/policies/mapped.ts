import { evaluateString } from '../../expressions/index.ts';
import type { PolicyConfig, RatePolicy, RateResult } from '../types.ts';

/** MappedThrottlingPolicy: the text that the mapper gives picks the rate; nothing, or no such entry, the default. */
export function mappedPolicy(config: Extract<PolicyConfig, { type: 'MappedThrottlingPolicy' }>): RatePolicy {
  const { mapper, rates, defaultRate } = config;
  // Made once, so that a request costs a look-up and nothing else.
  const answers = new Map<string, RateResult>(
    [...rates].map(([mapped, rate]) => [mapped, { rate, why: 'mapped', mapped }]),
  );
  const nothingMapped: RateResult = { rate: defaultRate, why: 'default', mapped: null };
  return {
    isPure: true,
    rate(scope) {
      const mapped = evaluateString(mapper, scope);
      if (mapped === null) return nothingMapped;
      return answers.get(mapped) ?? { rate: defaultRate, why: 'default', mapped };
    },
  };
}
