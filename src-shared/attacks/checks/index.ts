import type { CheckResult, Evidence } from '../evidence.ts';
import { responseCheck, statusCheck } from './answer.ts';
import {
  eventCheck,
  issuedCheck,
  noSecretsCheck,
  receivedCheck,
  registrationRefusedCheck,
  reviewCheck,
  silentCheck,
} from './effects.ts';
import { grantedCheck } from './granted.ts';
import { cookiesCheck, framesCheck, loadsCheck } from './pages.ts';
import type { AttackCheck, CheckOf } from './schema.ts';
import { entropyCheck, inTimeCheck, successesCheck, throttledCheck } from './series.ts';
import { timingCheck } from './timing-check.ts';
import { tokenStateCheck } from './token-state.ts';
import { bodyCheck, callbackCheck, headerCheck, jsonCheck, noInjectionCheck, sameCheck } from './wire.ts';

type Judges = {
  readonly [Name in AttackCheck['check']]: (check: CheckOf<Name>, evidence: Evidence) => CheckResult;
};

/** Every check by its name: one line a check. */
const judges: Judges = {
  answer: responseCheck,
  status: statusCheck,
  header: headerCheck,
  frames: framesCheck,
  cookies: cookiesCheck,
  loads: loadsCheck,
  body: bodyCheck,
  'token-state': tokenStateCheck,
  json: jsonCheck,
  callback: callbackCheck,
  'no-injection': noInjectionCheck,
  successes: successesCheck,
  same: sameCheck,
  throttled: throttledCheck,
  granted: grantedCheck,
  entropy: entropyCheck,
  timing: timingCheck,
  'in-time': inTimeCheck,
  issued: issuedCheck,
  event: eventCheck,
  silent: silentCheck,
  received: receivedCheck,
  'no-secrets': noSecretsCheck,
  'registration-refused': registrationRefusedCheck,
  review: reviewCheck,
};

/** Evaluates a check against the evidence. */
export function judge(check: AttackCheck, evidence: Evidence): CheckResult {
  if (check.isOwnRule === true && evidence.hosted === null)
    return {
      outcome: 'unknown',
      expected: 'the guarantees of the hosted server',
      actual: 'the server is not hosted here',
    };
  const evaluate = judges[check.check] as (check: AttackCheck, evidence: Evidence) => CheckResult;
  return evaluate(check, evidence);
}
