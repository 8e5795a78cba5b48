import {
  type CheckResult,
  type Evidence,
  expectation,
  headerOf,
  jsonOf,
  type WireAnswer,
} from '../evidence.ts';
import { answerForms, callbackParameters, parseAnswerForm } from './forms.ts';
import type { CheckOf } from './schema.ts';

const none: WireAnswer = {
  status: null,
  headers: [],
  body: '',
  failure: 'nothing was sent',
  durationMillis: 0,
  exchangeId: '',
};

/** The last answer of a step. */
export function lastAnswer(evidence: Evidence, stepId: string): WireAnswer {
  return evidence.answers(stepId).at(-1) ?? none;
}

/** A result from the reason why a check is broken; null: it is met. */
export function result(expected: string, reason: string | null, actual = ''): CheckResult {
  return {
    outcome: reason === null ? 'met' : 'broken',
    expected,
    actual: reason ?? (actual === '' ? 'as expected' : actual),
  };
}

/** An answer in a few words. */
export function describeAnswer(answer: WireAnswer): string {
  if (answer.status === null) return answer.failure ?? 'no answer';
  const error = jsonOf(answer)?.['error'];
  return typeof error === 'string' ? `${answer.status} ${error}` : String(answer.status);
}

/** Forms that are no refusals. */
const accepted: ReadonlySet<string> = new Set(['OK', 'TOKENS', 'CALLBACK']);

/** The form of an answer; of several forms one is enough. */
export function answerCheck({ step, is }: CheckOf<'answer'>, evidence: Evidence): CheckResult {
  const wanted = typeof is === 'string' ? [is] : is;
  const blocked = evidence.blockedBy(step);
  if (blocked !== null) {
    // An attack refused earlier can do no harm later; a step that should have worked did not.
    const wantsRefusal = !wanted.some((form) => accepted.has(parseAnswerForm(form).form));
    return result(
      wanted.join(' or '),
      wantsRefusal ? null : `not reached: ${blocked} was refused`,
      `not reached: ${blocked} was refused`,
    );
  }
  const answer = lastAnswer(evidence, step);
  const end = evidence.ends(step);
  const reasons = wanted.map((text) => {
    const { form, argument } = parseAnswerForm(text);
    return (
      answerForms[form]?.(argument, answer, end, evidence) ??
      (answerForms[form] === undefined ? `no form ${form}` : null)
    );
  });
  const actual = end?.end === 'callback' ? describeCallback(end) : describeAnswer(answer);
  const reason = reasons.includes(null) ? null : `${actual}: ${reasons[0] ?? ''}`;
  return result(wanted.join(' or '), reason, actual);
}

function describeCallback(end: ReturnType<Evidence['ends']>): string {
  const parameters = callbackParameters(end);
  const error = parameters.get('error');
  return error === undefined
    ? `the client got ${[...parameters.keys()].join(', ')}`
    : `the client got error=${error}`;
}

export function statusCheck({ step, in: allowed }: CheckOf<'status'>, evidence: Evidence): CheckResult {
  const { status } = lastAnswer(evidence, step);
  const isIn = status !== null && allowed.includes(status);
  return result(allowed.join(' or '), isIn ? null : `the status is ${status ?? 'none'}`, String(status));
}

export function headerCheck(
  { step, name, matches, absent }: CheckOf<'header'>,
  evidence: Evidence,
): CheckResult {
  const value = headerOf(lastAnswer(evidence, step), name);
  if (absent === true) return result(`no ${name}`, value === null ? null : `${name}: ${value}`);
  const { text, isMetBy } = expectation(matches ?? '/./', evidence.fill);
  const expected = `${name}: ${text}`;
  if (value === null) return result(expected, `there is no ${name}`);
  return result(expected, isMetBy(value) ? null : `${name}: ${value}`, `${name}: ${value}`);
}

export function bodyCheck({ step, has, lacks }: CheckOf<'body'>, evidence: Evidence): CheckResult {
  const { body } = lastAnswer(evidence, step);
  const holds = (text: string) => {
    const wanted = expectation(text, evidence.fill);
    return wanted.isPattern ? wanted.isMetBy(body) : body.includes(wanted.text);
  };
  const missing = has.find((text) => !holds(text));
  const found = lacks.find(holds);
  const expected = [
    ...has.map((text) => `holds ${text}`),
    ...lacks.map((text) => `does not hold ${text}`),
  ].join(', ');
  if (missing !== undefined) return result(expected, `it does not hold ${missing}`);
  return result(expected, found === undefined ? null : `it holds ${found}`);
}

export function jsonCheck({ step, members }: CheckOf<'json'>, evidence: Evidence): CheckResult {
  const json = jsonOf(lastAnswer(evidence, step));
  const expected = JSON.stringify(members);
  if (json === null) return result(expected, 'the body is no JSON object');
  for (const [name, wanted] of Object.entries(members)) {
    const value = json[name];
    const isMet =
      wanted === null
        ? value === undefined
        : typeof wanted === 'string'
          ? expectation(wanted, evidence.fill).isMetBy(String(value))
          : value === wanted;
    if (!isMet) return result(expected, `${name} is ${JSON.stringify(value)}`);
  }
  return result(expected, null);
}

export function callbackCheck(
  { step, parameters, in: place, orAbsent }: CheckOf<'callback'>,
  evidence: Evidence,
): CheckResult {
  const end = evidence.ends(step);
  const expected = `${place === 'any' ? 'an answer' : `an answer in the ${place}`} with ${JSON.stringify(parameters)}`;
  if (end?.end !== 'callback') return result(expected, `it ended with a ${end?.end ?? 'plain answer'}`);
  const at = end.form !== null ? 'form' : end.url.includes('#') ? 'fragment' : 'query';
  if (place !== 'any' && at !== place) return result(expected, `it came in the ${at}`);
  const came = callbackParameters(end);
  for (const [name, wanted] of Object.entries(parameters)) {
    const value = came.get(name);
    if (orAbsent && value === undefined) continue;
    const isMet =
      wanted === null
        ? value === undefined
        : value !== undefined && expectation(wanted, evidence.fill).isMetBy(value);
    if (!isMet)
      return result(expected, `${name} is ${value === undefined ? 'absent' : `“${value.slice(0, 200)}”`}`);
  }
  return result(expected, null);
}

export function noInjectionCheck({ step, lacks }: CheckOf<'no-injection'>, evidence: Evidence): CheckResult {
  const lines = evidence
    .answers(step)
    .flatMap(({ headers }) => headers.filter((_name, index) => index % 2 === 0));
  const found = lines.find((name) => name.toLowerCase() === lacks.toLowerCase());
  const values = evidence.answers(step).flatMap(({ headers }) => headers);
  const raw = values.find((value) => /[\r\n]/.test(value));
  return result(`no header ${lacks}`, found ?? raw ?? null);
}

export function sameCheck({ step, as, of }: CheckOf<'same'>, evidence: Evidence): CheckResult {
  const signs = [step, ...as].map((id) => signOf(lastAnswer(evidence, id), of));
  const differs = signs.findIndex((sign) => sign !== signs[0]);
  const expected = `the same answer as to ${as.join(', ')}`;
  if (differs < 0) return result(expected, null, signs[0]);
  return result(
    expected,
    `${[step, ...as][differs] ?? ''} gives ${signs[differs] ?? ''} instead of ${signs[0] ?? ''}`,
  );
}

/** Returns the features by which an outsider could tell answers apart. */
function signOf(answer: WireAnswer, of: 'answer' | 'error'): string {
  if (of === 'error') return describeAnswer(answer);
  const headers = answer.headers.filter((_name, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const kept = headers.filter((name) => name !== 'date').toSorted();
  return `${answer.status ?? 'none'} ${kept.join(' ')} ${answer.body}`;
}
