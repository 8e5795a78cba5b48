import type { CheckResult, Evidence } from '../evidence.ts';
import { issuedDuring } from './refusals.ts';
import type { CheckOf } from './schema.ts';
import { result } from './wire.ts';

function unknown(expected: string): CheckResult {
  return { outcome: 'unknown', expected, actual: 'only the hosted server can report this' };
}

export function issuedCheck({ step, atMost }: CheckOf<'issued'>, evidence: Evidence): CheckResult {
  const expected = atMost === 0 ? 'nothing is issued' : `at most ${atMost} codes or tokens are issued`;
  if (evidence.hosted === null) return unknown(expected);
  const issued = issuedDuring(step, evidence);
  return result(
    expected,
    issued.length <= atMost ? null : `${issued.length} issued (${[...new Set(issued)].join(', ')})`,
  );
}

export function eventCheck({ step, type, absent }: CheckOf<'event'>, { hosted }: Evidence): CheckResult {
  const expected = absent === true ? `no event ${type}` : `the event ${type}`;
  if (hosted === null) return unknown(expected);
  const came = hosted.eventsDuring(step).includes(type);
  return result(
    expected,
    came === (absent !== true) ? null : came ? 'the event occurred' : 'the event did not occur',
  );
}

export function silentCheck(_check: CheckOf<'silent'>, { canaryCalls }: Evidence): CheckResult {
  const calls = canaryCalls();
  return result('no connection to the address in the request', calls === 0 ? null : `${calls} connections`);
}

export function receivedCheck(
  { endpoint, atMost }: CheckOf<'received'>,
  { received }: Evidence,
): CheckResult {
  const count = received(endpoint);
  return result(
    atMost === 0
      ? `no request reaches the attacker's ${endpoint}`
      : `at most ${atMost} requests at the attacker's ${endpoint}`,
    count <= atMost ? null : `${count} requests arrived`,
  );
}

export function noSecretsCheck(_check: CheckOf<'no-secrets'>, { hosted }: Evidence): CheckResult {
  const expected = 'no secret of the run in logs, records and exports';
  if (hosted === null) return unknown(expected);
  const leaks = hosted.leaks();
  return result(expected, leaks.length === 0 ? null : leaks.join(', '));
}

export function registrationRefusedCheck(
  { document }: CheckOf<'registration-refused'>,
  { hosted, fill }: Evidence,
): CheckResult {
  const expected = 'the registration is rejected, or the lint reports it';
  if (hosted === null) return unknown(expected);
  const filled = JSON.parse(fill(JSON.stringify(document))) as Readonly<Record<string, unknown>>;
  const problems = hosted.registrationProblems(filled);
  return result(expected, problems.length > 0 ? null : 'no finding was reported', problems.join('; '));
}

export function reviewCheck({ question }: CheckOf<'review'>): CheckResult {
  return { outcome: 'review', expected: question, actual: 'manual review required' };
}
