import {
  type CheckResult,
  type Evidence,
  expectation,
  headerOf,
  jsonOf,
  type WireResponse,
} from '../evidence.ts';
import { callbackParameters } from './forms.ts';
import { fateOf, withoutAnswer } from './refusals.ts';
import type { CheckOf } from './schema.ts';
import { steadyBody, volatileMembers } from './volatile.ts';

const none: WireResponse = {
  status: null,
  headers: [],
  body: '',
  failure: 'nothing was sent',
  durationMillis: 0,
  exchangeId: '',
  request: { method: '', address: '', hasAuthorization: false },
};

/** The last answer of a step. */
export function lastResponse(evidence: Evidence, stepId: string): WireResponse {
  return evidence.responses(stepId).at(-1) ?? none;
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
export function describeResponse(response: WireResponse): string {
  if (response.status === null) return response.failure ?? 'no response';
  const error = jsonOf(response)?.['error'];
  return typeof error === 'string' ? `${response.status} ${error}` : String(response.status);
}

export function headerCheck(check: CheckOf<'header'>, evidence: Evidence): CheckResult {
  const { step, name, matches, absent, orAbsent } = check;
  const value = headerOf(lastResponse(evidence, step), name);
  const { text, isMetBy } = expectation(matches ?? '/./', evidence.fill);
  const expected = absent === true ? `no ${name}` : `${name}: ${text}`;
  const without = withoutAnswer(check, expected, evidence);
  if (without !== null) return without;
  if (absent === true) {
    const found = evidence.responses(step).find((response) => headerOf(response, name) !== null);
    return result(expected, found === undefined ? null : `${name}: ${headerOf(found, name) ?? ''}`);
  }
  if (value === null) return result(expected, orAbsent === true ? null : `${name} is missing`);
  return result(expected, isMetBy(value) ? null : `${name}: ${value}`, `${name}: ${value}`);
}

export function bodyCheck(check: CheckOf<'body'>, evidence: Evidence): CheckResult {
  const { step, has, lacks, inPage } = check;
  const said = (text: string) => expectation(text, evidence.fill).text;
  const holds = (text: string, body: string) => {
    const wanted = expectation(text, evidence.fill);
    return wanted.isPattern ? wanted.isMetBy(body) : body.includes(wanted.text);
  };
  const missing = has.find((text) => !holds(text, lastResponse(evidence, step).body));
  // A walk shows many pages: none may hold it.
  const looked = evidence.responses(step).filter((response) => inPage !== true || isPage(response));
  const found = lacks.find((text) => looked.some(({ body }) => holds(text, body)));
  const expected = [
    ...has.map((text) => `contains ${said(text)}`),
    ...lacks.map((text) => `does not contain ${said(text)}`),
  ].join(', ');
  if (found !== undefined) return result(expected, `it contains ${said(found)}`);
  const without = withoutAnswer(check, expected, evidence);
  if (without !== null) return without;
  return result(expected, missing === undefined ? null : `it does not contain ${said(missing)}`);
}

/** True of what a browser shows as a page, where it may not guess the type. HTML Living Standard §7.5 */
function isPage(response: WireResponse): boolean {
  return /html|xml/i.test(headerOf(response, 'content-type') ?? 'html');
}

export function jsonCheck(check: CheckOf<'json'>, evidence: Evidence): CheckResult {
  const { step, members } = check;
  const json = jsonOf(lastResponse(evidence, step));
  const expected = JSON.stringify(members);
  const without = withoutAnswer(check, expected, evidence);
  if (without !== null) return without;
  if (json === null) return result(expected, 'the body is not a JSON object');
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

/** Every character of `state` is a VSCHAR: printable, of ASCII. RFC 6749 Appendix A.5 */
function mayBeState(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

/** A server may refuse what `state` cannot hold; sent back changed is not refused. */
function isStateRefused({ step, parameters }: CheckOf<'callback'>, evidence: Evidence): boolean {
  const { state } = parameters;
  if (typeof state !== 'string' || mayBeState(state)) return false;
  return fateOf(step, evidence) === 'refused' && !callbackParameters(evidence.ends(step)).has('state');
}

/** A server that declares `iss` has to send it. RFC 9207 §2.3 */
function mayBeAbsent(name: string, orAbsent: boolean, { namesIssuer }: Evidence): boolean {
  return orAbsent && !(name === 'iss' && namesIssuer);
}

export function callbackCheck(check: CheckOf<'callback'>, evidence: Evidence): CheckResult {
  const { step, parameters, in: place, orAbsent } = check;
  const end = evidence.ends(step);
  const expected = `${place === 'any' ? 'a response' : `a response in the ${place}`} with ${JSON.stringify(parameters)}`;
  if (isStateRefused(check, evidence))
    return result(expected, null, 'rejected, because `state` cannot contain this value');
  if (end?.end !== 'callback')
    return (
      withoutAnswer(check, expected, evidence) ??
      result(expected, `it ended with a ${end?.end ?? 'plain response'}`)
    );
  const at = end.form !== null ? 'form' : end.url.includes('#') ? 'fragment' : 'query';
  if (place !== 'any' && at !== place) return result(expected, `the response was in the ${at}`);
  const came = callbackParameters(end);
  for (const [name, wanted] of Object.entries(parameters)) {
    const value = came.get(name);
    if (value === undefined && mayBeAbsent(name, orAbsent, evidence)) continue;
    const isMet =
      wanted === null
        ? value === undefined
        : value !== undefined && expectation(wanted, evidence.fill).isMetBy(value);
    if (!isMet)
      return result(expected, `${name} is ${value === undefined ? 'absent' : `“${value.slice(0, 200)}”`}`);
  }
  return result(expected, null);
}

export function noInjectionCheck(check: CheckOf<'no-injection'>, evidence: Evidence): CheckResult {
  const { step, lacks } = check;
  const lines = evidence
    .responses(step)
    .flatMap(({ headers }) => headers.filter((_name, index) => index % 2 === 0));
  const found = lines.find((name) => name.toLowerCase() === lacks.toLowerCase());
  const values = evidence.responses(step).flatMap(({ headers }) => headers);
  const raw = values.find((value) => /[\r\n]/.test(value));
  const expected = `no header ${lacks}`;
  if (found !== undefined || raw !== undefined) return result(expected, found ?? raw ?? null);
  return withoutAnswer(check, expected, evidence) ?? result(expected, null);
}

export function sameCheck({ step, as, of }: CheckOf<'same'>, evidence: Evidence): CheckResult {
  const steps = [step, ...as];
  const expected = `the same response as to ${as.join(', ')}`;
  const unsent = steps.find((id) => evidence.responses(id).length === 0);
  if (unsent !== undefined) return { outcome: 'inconclusive', expected, actual: `${unsent} was not sent` };
  const volatile = new Set(steps.flatMap((id) => [...volatileMembers(evidence.responses(id))]));
  // Of a series the first and the last: between them a throttle may have made all answers the same, or set them apart.
  for (const at of [0, -1]) {
    const signs = steps.map((id) => signOf(evidence.responses(id).at(at) ?? none, of, volatile));
    const differs = signs.findIndex((sign) => sign !== signs[0]);
    if (differs >= 0)
      return result(
        expected,
        `${steps[differs] ?? ''} returns ${signs[differs] ?? ''} instead of ${signs[0] ?? ''}`,
      );
  }
  return result(expected, null, signOf(lastResponse(evidence, step), of, volatile));
}

/** Returns the features by which an outsider could tell answers apart. */
function signOf(response: WireResponse, of: 'answer' | 'error', volatile: ReadonlySet<string>): string {
  if (of === 'error') return describeResponse(response);
  const headers = response.headers
    .filter((_name, index) => index % 2 === 0)
    .map((name) => name.toLowerCase());
  const kept = headers.filter((name) => name !== 'date').toSorted();
  return `${response.status ?? 'none'} ${kept.join(' ')} ${steadyBody(response, volatile)}`;
}
