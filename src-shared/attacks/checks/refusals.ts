import { type CheckResult, type Evidence, jsonOf, type WireResponse } from '../evidence.ts';
import { callbackParameters } from './forms.ts';
import type { AttackCheck } from './schema.ts';

/**
 * The fate of an attack, seen from the answer to it. `absent`: there is nothing at the address that the control could
 * use either, so that a 404, 405 or 421 says nothing. `broke`: the server fell over, which is no refusal.
 */
export type Fate = 'took' | 'refused' | 'absent' | 'broke' | 'unsent';

/** The part of a check that says of which answer it is. */
type Common = Pick<AttackCheck, 'step' | 'ofMethod'>;

/** Not found, not by this method, not for this server. RFC 9110 §15.5.5, §15.5.6, §15.5.20 */
const saysNotHere: ReadonlySet<number> = new Set([404, 405, 421]);
const issuing: ReadonlySet<string> = new Set(['code.issued', 'token.issued', 'token.refreshed']);

/** Types of events by which the hosted server issued a code or token during a step; empty where only it could tell. */
export function issuedDuring(stepId: string, { hosted }: Evidence): readonly string[] {
  return (hosted?.eventsDuring(stepId) ?? []).filter((type) => issuing.has(type));
}

/** Classifies the last answer of a step, or where the walk of a browser ended. RFC 6749 §4.1.2.1, §5.2 */
export function fateOf(stepId: string, evidence: Evidence, ofMethod = false): Fate {
  const end = evidence.ends(stepId);
  if (end?.end === 'callback') {
    const came = callbackParameters(end);
    return came.has('error') && !came.has('code') && !came.has('access_token') ? 'refused' : 'took';
  }
  const response = evidence.responses(stepId).at(-1);
  if (response === undefined) return 'unsent';
  const { status } = response;
  if (status !== null && status >= 400 && jsonOf(response)?.['access_token'] !== undefined) return 'took';
  if (status === null || status >= 500) return 'broke';
  if (saysNotHere.has(status) && !isThere(response, evidence, ofMethod)) return 'absent';
  return status >= 400 ? 'refused' : 'took';
}

/** Where the method is the attack, no control can use it: that the address is there has to be enough. RFC 9110 §15.5.6 */
function isThere({ request }: WireResponse, { isKnown }: Evidence, ofMethod: boolean): boolean {
  return isKnown(request.address, ofMethod ? undefined : request.method);
}

/** The result where the server broke: worse where it had issued something by then. */
export function brokeResult(
  stepId: string,
  expected: string,
  actual: string,
  evidence: Evidence,
): CheckResult {
  const issued = issuedDuring(stepId, evidence);
  if (issued.length === 0)
    return { outcome: 'otherwise', expected, actual: `${actual}, which is not a rejection` };
  return { outcome: 'broken', expected, actual: `${actual}, after ${issued.join(', ')}` };
}

/** The result where nothing is at the address, as far as the control could tell. */
export function absentResult(expected: string, { status, request }: WireResponse): CheckResult {
  const actual = `${status ?? 'none'}, but the control did not succeed with ${request.method} ${request.address}`;
  return { outcome: 'inconclusive', expected, actual };
}

/** The result of a check on the contents of an answer, where there is no answer that could have them; null: there is one. */
export function withoutAnswer(
  { step: stepId, ofMethod }: Common,
  expected: string,
  evidence: Evidence,
): CheckResult | null {
  const blocked = evidence.blockedBy(stepId);
  if (blocked !== null)
    return { outcome: 'unknown', expected, actual: `not reached: ${blocked} was rejected` };
  const response = evidence.responses(stepId).at(-1);
  if (response === undefined) return { outcome: 'inconclusive', expected, actual: 'nothing was sent' };
  const fate = fateOf(stepId, evidence, ofMethod);
  if (fate === 'absent') return absentResult(expected, response);
  if (fate !== 'broke') return null;
  return brokeResult(
    stepId,
    expected,
    String(response.status ?? response.failure ?? 'no response'),
    evidence,
  );
}
