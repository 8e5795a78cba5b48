import { type CheckResult, type Evidence, jsonOf, type WireAnswer, type WireEnd } from '../evidence.ts';
import { answerForms, callbackParameters, challengeError, parseAnswerForm } from './forms.ts';
import { absentResult, brokeResult, fateOf } from './refusals.ts';
import type { CheckOf } from './schema.ts';
import { describeAnswer, lastAnswer, result } from './wire.ts';

type Form = ReturnType<typeof parseAnswerForm>;

/** Forms that are no refusals. */
const accepted: ReadonlySet<string> = new Set(['OK', 'TOKENS', 'CALLBACK']);
/** Forms in which the browser may come back to the client. */
const sentBack: ReadonlySet<string> = new Set(['REDIR', 'REFUSED', 'CALLBACK']);

/** The form of an answer; of several forms one is enough. */
export function answerCheck({ step, is }: CheckOf<'answer'>, evidence: Evidence): CheckResult {
  const wanted = typeof is === 'string' ? [is] : is;
  const expected = wanted.join(' or ');
  const forms = wanted.map(parseAnswerForm);
  const blocked = evidence.blockedBy(step);
  if (blocked !== null) return blockedResult(blocked, forms, expected, evidence);
  const answer = lastAnswer(evidence, step);
  const end = evidence.ends(step);
  const reasons = forms.map((form) => mismatch(form, answer, end, evidence));
  const actual = end?.end === 'callback' ? describeCallback(end) : describeAnswer(answer);
  const met = forms.filter((_form, index) => reasons[index] === null);
  const whole = result(expected, met.length > 0 ? null : `${actual}: ${reasons[0] ?? ''}`, actual);
  if (met.some(({ form }) => accepted.has(form)) || forms.every(({ form }) => accepted.has(form)))
    return whole;
  switch (fateOf(step, evidence)) {
    case 'absent':
      return absentResult(expected, answer);
    case 'broke':
      return brokeResult(step, expected, actual, evidence);
    case 'refused':
      return met.length > 0 || isFaulty(forms, answer, end, evidence)
        ? whole
        : { ...whole, outcome: 'otherwise' };
    case 'took':
    case 'unsent':
      return whole;
  }
}

function mismatch(
  { form, argument }: Form,
  answer: WireAnswer,
  end: WireEnd | undefined,
  evidence: Evidence,
): string | null {
  const judge = answerForms[form];
  return judge === undefined ? `no form ${form}` : judge(argument, answer, end, evidence);
}

/** An attack refused earlier can do no harm later; a step that should have worked did not. */
function blockedResult(
  blocked: string,
  forms: readonly Form[],
  expected: string,
  evidence: Evidence,
): CheckResult {
  const actual = `not reached: ${blocked} was refused`;
  if (forms.some(({ form }) => accepted.has(form))) return result(expected, actual);
  const fate = fateOf(blocked, evidence);
  const answer = lastAnswer(evidence, blocked);
  if (fate === 'absent') return absentResult(expected, answer);
  if (fate === 'broke') return brokeResult(blocked, expected, describeAnswer(answer), evidence);
  return result(expected, null, actual);
}

/**
 * A refusal that is at fault all the same: the browser was sent where it must not go or without what it has to bring,
 * the token was taken and only its scope did not do (RFC 6750 §3.1), or the expected words came in a form that they must
 * not have. In other words it is none: only the words differ.
 */
function isFaulty(
  forms: readonly Form[],
  answer: WireAnswer,
  end: WireEnd | undefined,
  evidence: Evidence,
): boolean {
  if (end?.end === 'callback') {
    if (!forms.some(({ form }) => sentBack.has(form))) return true;
    return mismatch({ form: 'REDIR', argument: '' }, answer, end, evidence) !== null;
  }
  if (challengeError(answer) === 'insufficient_scope' && !forms.some(({ form }) => form === 'RS403'))
    return true;
  return forms.some((form) => hasWordsOf(form, answer));
}

/** True if an answer has the status and the error that a form asks for. */
function hasWordsOf({ form, argument }: Form, answer: WireAnswer): boolean {
  const [, kind, status] = /^(J|RS)(\d{3})$/.exec(form) ?? [];
  if (kind === undefined || answer.status !== Number(status)) return false;
  if (kind === 'J') return argument !== '' && jsonOf(answer)?.['error'] === argument;
  const error = challengeError(answer);
  return error === null || error === argument;
}

function describeCallback(end: WireEnd): string {
  const parameters = callbackParameters(end);
  const error = parameters.get('error');
  return error === undefined
    ? `the client got ${[...parameters.keys()].join(', ')}`
    : `the client got error=${error}`;
}

/** The status of an answer. Where one from 400 on is expected, others are told apart as those of refusals are. */
export function statusCheck(
  { step, in: allowed, ofMethod }: CheckOf<'status'>,
  evidence: Evidence,
): CheckResult {
  const answer = lastAnswer(evidence, step);
  const { status } = answer;
  const isIn = status !== null && allowed.includes(status);
  const expected = allowed.join(' or ');
  const whole = result(expected, isIn ? null : `the status is ${status ?? 'none'}`, String(status));
  if (!allowed.some((each) => each >= 400)) return whole;
  const fate = fateOf(step, evidence, ofMethod);
  if (fate === 'absent') return absentResult(expected, answer);
  if (fate === 'broke') return brokeResult(step, expected, describeAnswer(answer), evidence);
  return fate === 'refused' && !isIn ? { ...whole, outcome: 'otherwise' } : whole;
}
