import { type CheckResult, type Evidence, expectation, jsonOf, type WireResponse } from '../evidence.ts';
import { withoutAnswer } from './refusals.ts';
import type { CheckOf } from './schema.ts';
import { describeResponse, lastResponse, result } from './wire.ts';

/**
 * The state of a token as the target tells it. Introspection has a member for it (RFC 7662 §2.2), userinfo and
 * validate_bearer say it by their status.
 */
export function tokenStateCheck(check: CheckOf<'token-state'>, evidence: Evidence): CheckResult {
  const { step, is, scope } = check;
  const response = lastResponse(evidence, step);
  const wanted = scope === undefined ? null : expectation(scope, evidence.fill);
  const expected = `the token is ${is}${wanted === null ? '' : `, with scope ${wanted.text}`}`;
  const without = withoutAnswer(check, expected, evidence);
  if (without !== null) return without;
  const state = stateOf(response);
  const actual = `the token is ${state} (${describeResponse(response)})`;
  if (state !== is) return result(expected, actual);
  if (wanted === null) return result(expected, null, actual);
  const told = jsonOf(response)?.['scope'];
  if (typeof told !== 'string')
    return { outcome: 'unknown', expected, actual: 'the response does not contain the scope' };
  return result(expected, wanted.isMetBy(told) ? null : `the scope is ${told}`, `the scope is ${told}`);
}

function stateOf(response: WireResponse): 'active' | 'inactive' {
  if (response.status === null || response.status >= 300) return 'inactive';
  return jsonOf(response)?.['active'] === false ? 'inactive' : 'active';
}
