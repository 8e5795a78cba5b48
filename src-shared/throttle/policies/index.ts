import { assertNever } from '../../errors/index.ts';
import type { PolicyConfig, PolicyPorts, RatePolicy } from '../types.ts';
import { defaultRatePolicy } from './default-rate.ts';
import { fixedPolicy } from './fixed.ts';
import { mappedPolicy } from './mapped.ts';
import { scriptablePolicy } from './scriptable.ts';

/**
 * Makes a policy ready to run.
 * @throws simulation.script-missing where it is a script and nothing runs scripts
 */
export function createPolicy(config: PolicyConfig, ports: PolicyPorts): RatePolicy {
  switch (config.type) {
    case 'fixed':
      return fixedPolicy(config.rate);
    case 'MappedThrottlingPolicy':
      return mappedPolicy(config);
    case 'ScriptableThrottlingPolicy':
      return scriptablePolicy(config.script, ports);
    case 'DefaultRateThrottlingPolicy':
      return defaultRatePolicy(createPolicy(config.delegate, ports), config.defaultRate);
    default:
      return assertNever(config);
  }
}
