import { answeredParameters, callbackParameters, challengeError } from '../../attacks/checks/forms.ts';
import { expectation, headerOf, jsonOf, type WireResponse } from '../../attacks/evidence.ts';
import { fromPointer, valueAt } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { FlowEvidence } from './evidence.ts';
import type { FlowExpectation, JudgedExpectation } from './schema.ts';

type Of<Name extends FlowExpectation['check']> = Extract<FlowExpectation, { check: Name }>;
type Judges = {
  readonly [Name in FlowExpectation['check']]: (of: Of<Name>, evidence: FlowEvidence) => JudgedExpectation;
};

function met(expected: string, actual: string): JudgedExpectation {
  return { outcome: 'met', expected, actual };
}

function broken(expected: string, actual: string): JudgedExpectation {
  return { outcome: 'broken', expected, actual };
}

type LastSteps = Pick<FlowEvidence, 'lastStep' | 'lastCallback'>;

/** The step that an expectation is about; null: none was answered. */
function stepOf(of: FlowExpectation, { lastStep, lastCallback }: LastSteps): string | null {
  const named = 'step' in of ? of.step : undefined;
  return named ?? (of.check === 'redirect' ? lastCallback : lastStep);
}

/** Holds the last answer of a step against a judgement; without one the expectation is broken. */
function ofResponse(
  of: FlowExpectation,
  evidence: FlowEvidence,
  expected: string,
  judge: (response: WireResponse, stepId: string) => JudgedExpectation,
): JudgedExpectation {
  const stepId = stepOf(of, evidence);
  const response = stepId === null ? undefined : evidence.responses(stepId).at(-1);
  if (stepId === null || response === undefined) return broken(expected, 'nothing was sent');
  return response.status === null
    ? broken(expected, response.failure ?? 'no response')
    : judge(response, stepId);
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? 'absent');
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function isEqual(wanted: unknown, value: unknown, fill: FlowEvidence['fill']): boolean {
  if (wanted === null) return value === undefined;
  if (typeof wanted !== 'string') return value === wanted;
  return (
    value !== undefined &&
    expectation(wanted, fill).isMetBy(typeof value === 'string' ? value : JSON.stringify(value))
  );
}

/** A member by its name, or by the JSON Pointer that leads to it. RFC 6901 */
function memberOf(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const path = name.startsWith('/') && !Object.hasOwn(object, name) ? fromPointer(name) : null;
  return path === null ? object[name] : valueAt(object as JsonValue, path);
}

function judgeMembers(
  wanted: Readonly<Record<string, unknown>>,
  object: Readonly<Record<string, unknown>>,
  evidence: FlowEvidence,
): JudgedExpectation {
  const expected = membersText(wanted, evidence);
  const differing = Object.entries(wanted).filter(
    ([name, value]) => !isEqual(value, memberOf(object, name), evidence.fill),
  );
  const came = Object.fromEntries(
    (differing.length === 0 ? Object.keys(wanted) : differing.map(([name]) => name)).map((name) => [
      name,
      memberOf(object, name),
    ]),
  );
  const actual = Object.entries(came)
    .map(([name, value]) => `${name} is ${shown(value)}`)
    .join(', ');
  return differing.length === 0 ? met(expected, actual) : broken(expected, actual);
}

function membersText(wanted: Readonly<Record<string, unknown>>, { fill }: FlowEvidence): string {
  return Object.entries(wanted)
    .map(([name, value]) =>
      value === null
        ? `no ${name}`
        : `${name} is ${typeof value === 'string' ? shown(expectation(value, fill).text) : shown(value)}`,
    )
    .join(', ');
}

/** The error code of an answer: of the authorization response, the JSON body, or the challenge. RFC 6749 §4.1.2.1, §5.2, RFC 6750 §3 */
function errorOf(evidence: FlowEvidence, stepId: string): string | null {
  const came = answeredParameters(evidence.end(stepId)).get('error');
  if (came !== undefined) return came;
  const response = evidence.responses(stepId).at(-1);
  if (response === undefined) return null;
  const error = jsonOf(response)?.['error'];
  return typeof error === 'string' ? error : challengeError(response);
}

const judges: Judges = {
  status: (of, evidence) => {
    const wanted = typeof of.is === 'number' ? [of.is] : of.is;
    const expected = `status ${wanted.join(' or ')}`;
    return ofResponse(of, evidence, expected, ({ status }) =>
      status !== null && wanted.includes(status)
        ? met(expected, `status ${status}`)
        : broken(expected, `status ${status ?? 'none'}`),
    );
  },
  header: (of, evidence) => {
    const wanted = of.is === undefined ? null : expectation(of.is, evidence.fill);
    const named = wanted === null ? of.name : `${of.name}: ${wanted.text}`;
    const expected = of.absent === true ? `no ${of.name}` : named;
    return ofResponse(of, evidence, expected, (response) => {
      const value = headerOf(response, of.name);
      const isMet = of.absent === true ? value === null : value !== null && wanted?.isMetBy(value) !== false;
      const actual = value === null ? `no ${of.name}` : `${of.name}: ${value}`;
      return isMet ? met(expected, actual) : broken(expected, actual);
    });
  },
  json: (of, evidence) =>
    ofResponse(of, evidence, membersText(of.members, evidence), (response) => {
      const json = jsonOf(response);
      return json === null
        ? broken(membersText(of.members, evidence), 'the body is not a JSON object')
        : judgeMembers(of.members, json, evidence);
    }),
  redirect: (of, evidence) => {
    const stepId = stepOf(of, evidence);
    const end = stepId === null ? undefined : evidence.end(stepId);
    if (end?.end !== 'callback')
      return broken(membersText(of.parameters, evidence), 'the client received no response');
    return judgeMembers(of.parameters, Object.fromEntries(callbackParameters(end)), evidence);
  },
  error: (of, evidence) => {
    const wanted = expectation(of.is, evidence.fill);
    const expected = `error ${wanted.text}`;
    const stepId = stepOf(of, evidence);
    const error = stepId === null ? null : errorOf(evidence, stepId);
    if (error === null) return broken(expected, 'no error');
    return wanted.isMetBy(error) ? met(expected, `error ${error}`) : broken(expected, `error ${error}`);
  },
  claim: (of, evidence) => {
    const expected = `${of.token}: ${membersText(of.members, evidence)}`;
    const seen = evidence.claims(of.token);
    if (seen === null) return broken(expected, `the JWT ${of.token} is missing`);
    if (!seen.isVerified) return broken(expected, 'no key of the server verifies the signature');
    const { outcome, actual } = judgeMembers(of.members, seen.claims, evidence);
    return { outcome, expected, actual };
  },
  value: ({ name, is, not }, evidence) => {
    const value = evidence.value(name);
    const other = not === undefined ? undefined : expectation(not, evidence.fill);
    const wanted = is === undefined ? undefined : expectation(is, evidence.fill);
    const expected = [
      wanted === undefined ? name : `${name} is ${shown(wanted.text)}`,
      ...(other === undefined ? [] : [`not ${shown(other.text)}`]),
    ].join(', ');
    if (value === undefined) return broken(expected, `${name} is missing`);
    const isMet = wanted?.isMetBy(value) !== false && other?.isMetBy(value) !== true;
    return isMet ? met(expected, shown(value)) : broken(expected, shown(value));
  },
  time: (of, evidence) => {
    const expected = `within ${of.at_most_millis} ms`;
    return ofResponse(of, evidence, expected, ({ durationMillis }) => {
      const actual = `${Math.round(durationMillis)} ms`;
      return durationMillis <= of.at_most_millis ? met(expected, actual) : broken(expected, actual);
    });
  },
  rule: (of, evidence) => {
    const expected = `rejected by ${of.is}`;
    const stepId = stepOf(of, evidence);
    const rules = stepId === null ? null : evidence.refusedBy(stepId);
    if (rules === null) return broken(expected, 'the step reached no server of this workspace');
    const actual = rules.length === 0 ? 'not rejected' : `rejected by ${rules.join(', ')}`;
    return rules.includes(of.is) ? met(expected, actual) : broken(expected, actual);
  },
  'client-checks': (_of, { failedChecks }) =>
    failedChecks.length === 0
      ? met('every check of the client passes', 'every check passes')
      : broken('every check of the client passes', failedChecks.join('; ')),
  end: ({ is }, { state, note }) => {
    const expected = is === 'passed' ? 'the flow succeeds' : 'the flow is rejected';
    const actual = state === 'passed' ? 'the flow succeeded' : note;
    return (state === 'passed') === (is === 'passed') ? met(expected, actual) : broken(expected, actual);
  },
};

/** Holds one expectation against a run. @throws PatternRefusal where its pattern may not be run */
export function judgeExpectation(of: FlowExpectation, evidence: FlowEvidence): JudgedExpectation {
  const judge = judges[of.check] as (of: FlowExpectation, evidence: FlowEvidence) => JudgedExpectation;
  return judge(of, evidence);
}

/** Expectations that say how a step is answered, a refusal included. */
const ofRefusal: ReadonlySet<FlowExpectation['check']> = new Set([
  'status',
  'json',
  'redirect',
  'error',
  'rule',
]);

/**
 * True if the expectations of a flow speak of its end, or of the step at which it failed: then a refusal is what is looked
 * for. Else a flow that has expectations has to go through besides.
 */
export function speaksOfEnd(
  all: readonly FlowExpectation[],
  failedStep: string | null,
  evidence: LastSteps,
): boolean {
  return all.some(
    (of) => of.check === 'end' || (ofRefusal.has(of.check) && stepOf(of, evidence) === failedStep),
  );
}
