import { GatehouseError } from '../../errors/index.ts';
import type { PolicyPorts, Rate, RatePolicy, RateResult, ScriptDeclaration } from '../types.ts';

/**
 * ScriptableThrottlingPolicy: a script returns the rate, a promise of one, or null.
 * @throws simulation.script-missing where nothing runs scripts; errors of the script come from its loader
 */
export function scriptablePolicy(script: ScriptDeclaration, ports: PolicyPorts): RatePolicy {
  const handle = ports.script?.(script);
  if (handle === undefined)
    throw new GatehouseError(
      'simulation.script-missing',
      'The policy is a script, and scripts are not available here.',
      {
        fix: 'Run it in the gateway or on the Throttle screen.',
      },
    );
  return {
    isPure: handle.isStateless === true,
    rate(scope, nowNanos) {
      const rate = handle.rate(scope, nowNanos);
      return rate instanceof Promise ? rate.then(answerOf) : answerOf(rate);
    },
  };
}

function answerOf(rate: Rate | null): RateResult {
  return { rate, why: rate === null ? 'none' : 'script' };
}
