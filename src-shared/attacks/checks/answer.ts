import { type CheckResult, type Evidence, jsonOf, type WireEnd, type WireResponse } from '../evidence.ts';
import {
  answeredParameters,
  challengeError,
  misdirection,
  parseResponseForm,
  responseForms,
} from './forms.ts';
import { absentResult, brokeResult, fateOf } from './refusals.ts';
import type { CheckOf } from './schema.ts';
import { describeResponse, lastResponse, result } from './wire.ts';

type Form = ReturnType<typeof parseResponseForm>;

/** Forms that are no refusals. */
const accepted: ReadonlySet<string> = new Set(['OK', 'TOKENS', 'CALLBACK']);
/** Forms in which the browser may come back to the client. */
const sentBack: ReadonlySet<string> = new Set(['REDIR', 'REFUSED', 'CALLBACK']);

/** The form of an answer; of several forms one is enough. */
export function responseCheck({ step, is }: CheckOf<'answer'>, evidence: Evidence): CheckResult {
  const wanted = typeof is === 'string' ? [is] : is;
  const expected = wanted.join(' or ');
  const forms = wanted.map(parseResponseForm);
  const blocked = evidence.blockedBy(step);
  if (blocked !== null) return blockedResult(blocked, forms, expected, evidence);
  const response = lastResponse(evidence, step);
  const end = evidence.ends(step);
  const reasons = forms.map((form) => mismatch(form, response, end, evidence));
  const actual = end?.end === 'callback' ? describeCallback(end) : describeResponse(response);
  const met = forms.filter((_form, index) => reasons[index] === null);
  const whole = result(expected, met.length > 0 ? null : `${actual}: ${reasons[0] ?? ''}`, actual);
  if (met.some(({ form }) => accepted.has(form)) || forms.every(({ form }) => accepted.has(form)))
    return whole;
  switch (fateOf(step, evidence)) {
    case 'absent':
      return absentResult(expected, response);
    case 'broke':
      return brokeResult(step, expected, actual, evidence);
    case 'refused':
      return met.length > 0 || isFaulty(forms, response, end, evidence)
        ? whole
        : { ...whole, outcome: 'otherwise' };
    case 'took':
    case 'unsent':
      return whole;
  }
}

function mismatch(
  { form, argument }: Form,
  response: WireResponse,
  end: WireEnd | undefined,
  evidence: Evidence,
): string | null {
  const judge = responseForms[form];
  return judge === undefined ? `no form ${form}` : judge(argument, response, end, evidence);
}

/** An attack refused earlier can do no harm later; a step that should have worked did not. */
function blockedResult(
  blocked: string,
  forms: readonly Form[],
  expected: string,
  evidence: Evidence,
): CheckResult {
  const actual = `not reached: ${blocked} was rejected`;
  if (forms.every(({ form }) => accepted.has(form))) return result(expected, actual);
  const fate = fateOf(blocked, evidence);
  const response = lastResponse(evidence, blocked);
  if (fate === 'absent') return absentResult(expected, response);
  if (fate === 'broke') return brokeResult(blocked, expected, describeResponse(response), evidence);
  return result(expected, null, actual);
}

/**
 * A refusal that is at fault all the same: the browser was sent where it must not go or without what it has to bring,
 * or the token was taken and only its scope did not do (RFC 6750 §3.1). Our own server promises the form of its words too;
 * at another one a refusal that lacks some of them has refused the attack all the same: only the words differ.
 */
function isFaulty(
  forms: readonly Form[],
  response: WireResponse,
  end: WireEnd | undefined,
  evidence: Evidence,
): boolean {
  if (end?.end === 'callback') {
    if (!forms.some(({ form }) => sentBack.has(form))) return true;
    if (evidence.hosted === null) return misdirection(end, evidence) !== null;
    return mismatch({ form: 'REDIR', argument: '' }, response, end, evidence) !== null;
  }
  if (challengeError(response) === 'insufficient_scope' && !forms.some(({ form }) => form === 'RS403'))
    return true;
  const promised = evidence.hosted === null ? forms.filter(({ form }) => form.startsWith('RS')) : forms;
  return promised.some((form) => hasWordsOf(form, response));
}

/** True if an answer has the status and the error that a form asks for. */
function hasWordsOf({ form, argument }: Form, response: WireResponse): boolean {
  const [, kind, status] = /^(J|RS)(\d{3})$/.exec(form) ?? [];
  if (kind === undefined || response.status !== Number(status)) return false;
  if (kind === 'J') return argument !== '' && jsonOf(response)?.['error'] === argument;
  const error = challengeError(response);
  return error === null || error === argument;
}

function describeCallback(end: WireEnd): string {
  const parameters = answeredParameters(end);
  const error = parameters.get('error');
  return error === undefined
    ? `the client received ${[...parameters.keys()].join(', ')}`
    : `the client received error=${error}`;
}

/** The status of an answer. Where one from 400 on is expected, others are told apart as those of refusals are. */
export function statusCheck(
  { step, in: allowed, ofMethod, every }: CheckOf<'status'>,
  evidence: Evidence,
): CheckResult {
  const isOther = ({ status: each }: WireResponse) => each !== null && !allowed.includes(each);
  const other = every === true ? evidence.responses(step).find(isOther) : undefined;
  const response = other ?? lastResponse(evidence, step);
  const { status } = response;
  const isIn = status !== null && allowed.includes(status);
  const expected = allowed.join(' or ');
  const whole = result(expected, isIn ? null : `the status is ${status ?? 'none'}`, String(status));
  if (!allowed.some((each) => each >= 400)) return whole;
  const fate = fateOf(step, evidence, ofMethod);
  if (fate === 'absent') return absentResult(expected, response);
  if (fate === 'broke') return brokeResult(step, expected, describeResponse(response), evidence);
  return fate === 'refused' && !isIn ? { ...whole, outcome: 'otherwise' } : whole;
}
