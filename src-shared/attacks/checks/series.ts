import { type CheckResult, type Evidence, jsonOf, type WireResponse } from '../evidence.ts';
import { callbackParameters } from './forms.ts';
import type { CheckOf } from './schema.ts';
import { steadyBody, volatileMembers } from './volatile.ts';
import { lastResponse, result } from './wire.ts';

/** Too little came of a series for anything to be said. */
function tooFew(expected: string, actual: string): CheckResult {
  return { outcome: 'inconclusive', expected, actual };
}

export function successesCheck(
  { step, atLeast, atMost }: CheckOf<'successes'>,
  evidence: Evidence,
): CheckResult {
  const answers = evidence.responses(step);
  const count = answers.filter(({ status }) => status !== null && status < 300).length;
  const expected =
    atLeast === atMost
      ? `${atMost} of ${answers.length} succeed`
      : `${atLeast} to ${atMost} of ${answers.length} succeed`;
  if (answers.length === 0) return tooFew(expected, 'nothing was sent');
  return result(
    expected,
    count >= atLeast && count <= atMost ? null : `${count} succeeded`,
    `${count} succeeded`,
  );
}

/** Refused with 429, or by an error that says so, or answered later and later. */
export function throttledCheck({ step, within }: CheckOf<'throttled'>, evidence: Evidence): CheckResult {
  const answers = evidence.responses(step);
  const at = answers.findIndex(({ status }) => status === 429);
  const [first, last] = [answers.slice(0, 3), answers.slice(-3)].map(
    (some) => some.reduce((sum, { durationMillis }) => sum + durationMillis, 0) / Math.max(some.length, 1),
  );
  const isSlower = (last ?? 0) > (first ?? 0) * 5 + 200;
  const isChanged = isAnsweredInAnotherWay(answers);
  const expected = `429, an increasing delay or a different rejection within ${within} attempts`;
  const taken = answers.findIndex((answer) => jsonOf(answer)?.['access_token'] !== undefined);
  if (taken >= 0) return result(expected, `attempt ${taken + 1} received a token`);
  if (at >= 0 && at < within) return result(expected, null, `429 at attempt ${at + 1}`);
  if (isSlower) return result(expected, null, 'the delay increases');
  if (!isChanged && answers.length < within) return tooFew(expected, `only ${answers.length} attempts`);
  return isChanged
    ? result(expected, null, 'later attempts are rejected differently')
    : result(expected, `${answers.length} attempts received the same response`);
}

/** Later attempts are refused in other words; those that differ between the first two already say nothing. */
function isAnsweredInAnotherWay(answers: readonly WireResponse[]): boolean {
  const [first, second] = answers;
  const last = answers.at(-1);
  if (first === undefined || second === undefined || last === undefined) return false;
  const volatile = volatileMembers([first, second]);
  if (first.status !== last.status) return true;
  const isSteady = steadyBody(first, volatile) === steadyBody(second, volatile);
  return isSteady && steadyBody(first, volatile) !== steadyBody(last, volatile);
}

/** Values from which an entropy can be told. */
const leastValues = 50;

/**
 * Shannon entropy over the characters, times their number, over all values: the size of the space to guess. What all begin
 * with adds nothing to it, and is no fault: a prefix by which leaked values are found, or the header of a JWT.
 */
export function entropyCheck({ step, member, bits }: CheckOf<'entropy'>, evidence: Evidence): CheckResult {
  const values = evidence.responses(step).flatMap((response) => {
    const value = jsonOf(response)?.[member] ?? locationValue(response.headers, member);
    return typeof value === 'string' ? [value] : [];
  });
  const expected = `at least ${bits} bits in each of ${values.length} values, no order`;
  if (values.length < leastValues) return tooFew(expected, `only ${values.length} values`);
  if (new Set(values).size < values.length) return result(expected, 'a value occurred twice');
  const minLength = Math.min(...values.map(({ length }) => length));
  const perCharacter = positions(values, minLength);
  const total = perCharacter.reduce((sum, each) => sum + each, 0);
  const isOrdered = values.every((value, index) => index === 0 || value > (values[index - 1] ?? ''));
  if (isOrdered) return result(expected, 'the values are in ascending order');
  // A finite sample underestimates each position by a little.
  return result(
    expected,
    total >= bits * 0.9 ? null : `about ${Math.round(total)} bits`,
    `about ${Math.round(total)} bits`,
  );
}

/** Entropy of each position in bits, corrected for the size of the sample (Miller and Madow). */
function positions(values: readonly string[], length: number): readonly number[] {
  return Array.from({ length }, (_unused, at) => {
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value.charAt(at), (counts.get(value.charAt(at)) ?? 0) + 1);
    const entropy = [...counts.values()].reduce(
      (sum, count) => sum - (count / values.length) * Math.log2(count / values.length),
      0,
    );
    return entropy + (counts.size - 1) / (2 * values.length * Math.LN2);
  });
}

function locationValue(headers: readonly string[], member: string): string | undefined {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'location');
  const url = at < 0 ? '' : (headers[at + 1] ?? '');
  return callbackParameters({ end: 'callback', url, form: null }).get(member);
}

/** The time of an answer; where the step was never reached, that of the refusal which came before it. */
export function inTimeCheck({ step: wanted, millis }: CheckOf<'in-time'>, evidence: Evidence): CheckResult {
  const step = evidence.blockedBy(wanted) ?? wanted;
  if (evidence.responses(step).length === 0)
    return tooFew(`response within ${millis} ms`, 'nothing was sent');
  const { durationMillis } = lastResponse(evidence, step);
  const words = `${Math.round(durationMillis)} ms`;
  return result(`response within ${millis} ms`, durationMillis <= millis ? null : words, words);
}
