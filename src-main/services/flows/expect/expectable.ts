import { maskedSaying, secretsOf, spellingsOf } from '#main/services/flow-player/index.ts';
import { callbackParameters } from '#shared/attacks/checks/forms.ts';
import { jsonOf, type WireResponse } from '#shared/attacks/index.ts';
import { isSecretParameter } from '#shared/exchange/index.ts';
import type {
  ExpectationCandidate,
  FlowEvidence,
  FlowExpectation,
} from '#shared/flows/expectations/index.ts';
import { literalTemplate } from '#shared/flows/index.ts';
import { literalPattern } from '#shared/flows/literal-pattern.ts';
import { toPointer } from '#shared/workspace/json-pointer.ts';
import type { Run } from '../run.ts';
import { evidenceOf } from './run-expectations.ts';

/** Members that are listed of one body or token, and how deep they are looked for. */
const maxMembers = 200;
const maxDepth = 4;
/** Longest text that is expected as it stands. */
const maxCharacters = 1_000;

/** Headers that are other ones each time. */
const changingHeaders =
  /^(?:age|date|etag|expires|last-modified|location|set-cookie|x-request-id|content-length)$/i;
/** Claims, members and parameters that are other ones each time. RFC 7519 §4.1, OpenID Connect Core §2, §3.3.2.11 */
const changingMembers =
  /^(?:auth_time|at_hash|c_hash|s_hash|exp|iat|nbf|jti|sid|code|session_state|expires_at|expires)$/;
/** Values that the client made, and wants back. */
const ownValues: ReadonlySet<string> = new Set(['state', 'nonce']);

type Found = Omit<ExpectationCandidate, 'isExpected'>;

/** Everything that may be expected of a step, and of the run as a whole, the way it came. */
export async function expectable(
  run: Run,
  stepId: string,
  already: readonly FlowExpectation[],
): Promise<readonly ExpectationCandidate[]> {
  const tokens = [...run.player.values.keys()];
  const asked = tokens.map((token): FlowExpectation => ({ check: 'claim', token, members: {} }));
  const evidence = await evidenceOf(run, asked);
  const spellings = spellingsOf(secretsOf(run.player).map(([, secret]) => secret));
  const known = new Set(already.map((of) => JSON.stringify(of)));
  const found = [
    ...ofAnswer(stepId, evidence),
    ...ofRedirect(stepId, evidence),
    ...ofTokens(tokens, evidence),
    ...ofRun(run, evidence),
  ];
  return found.map((one) => ({
    ...one,
    value: maskedSaying(cut(one.value), spellings),
    isExpected: known.has(JSON.stringify(one.expectation)),
  }));
}

function ofAnswer(step: string, evidence: FlowEvidence): readonly Found[] {
  const response = evidence.responses(step).at(-1);
  if (response === undefined || response.status === null) return [];
  const error = jsonOf(response)?.['error'];
  const milliseconds = Math.max(1_000, Math.ceil((response.durationMillis * 5) / 500) * 500);
  return [
    candidate('answer', 'status', String(response.status), { check: 'status', step, is: response.status }),
    ...(typeof error === 'string'
      ? [candidate('answer', 'error', error, { check: 'error', step, is: exactly(error) })]
      : []),
    candidate('answer', 'time', `${Math.round(response.durationMillis)} ms`, {
      check: 'time',
      step,
      at_most_millis: milliseconds,
    }),
    ...headersOf(response).map(([name, value]) => {
      const isOther = changingHeaders.test(name);
      const expectation = {
        check: 'header',
        step,
        name,
        ...(isOther ? {} : { is: exactly(value) }),
      } as const;
      return candidate('headers', name, value, expectation, { isOther });
    }),
    ...membersOf(jsonOf(response)).map(([name, value]) => {
      const { wanted, isOther } = expected(name, value);
      return candidate(
        'body',
        name,
        textOf(value),
        { check: 'json', step, members: { [name]: wanted } },
        { isOther },
      );
    }),
    ...(response.status >= 400 ? (evidence.refusedBy(step) ?? []) : []).map((rule) =>
      candidate('trace', rule, rule, { check: 'rule', step, is: rule }),
    ),
  ];
}

function ofRedirect(step: string, evidence: FlowEvidence): readonly Found[] {
  const end = evidence.end(step);
  if (end?.end !== 'callback') return [];
  return [...callbackParameters(end)].map(([name, value]) => {
    const { wanted, isOther } = expected(name, value);
    const parameters = { [name]: String(wanted) };
    return candidate('redirect', name, value, { check: 'redirect', step, parameters }, { isOther });
  });
}

function ofTokens(tokens: readonly string[], evidence: FlowEvidence): readonly Found[] {
  return tokens.flatMap((token) => {
    const seen = evidence.claims(token);
    if (seen?.isVerified !== true) return [];
    return membersOf(seen.claims).map(([name, value]) => {
      const { wanted, isOther } = expected(name, value);
      const expectation = { check: 'claim', token, members: { [name]: wanted } } as const;
      return candidate('token', name, textOf(value), expectation, { isOther, token });
    });
  });
}

function ofRun(run: Run, { failedChecks, state, note }: FlowEvidence): readonly Found[] {
  if (!run.isOver) return [];
  const is = state === 'passed' ? 'passed' : 'refused';
  return [
    candidate('run', 'end', state === 'passed' ? 'passed' : note, { check: 'end', is }),
    ...(failedChecks.length === 0
      ? [candidate('run', 'client-checks', 'passed', { check: 'client-checks' })]
      : []),
  ];
}

function candidate(
  group: ExpectationCandidate['group'],
  name: string,
  value: string,
  expectation: FlowExpectation,
  { isOther = false, token = '' }: { readonly isOther?: boolean; readonly token?: string } = {},
): Found {
  const id = [group, token, name].join(' ');
  return { id, group, name, token, value, isOtherEachTime: isOther, expectation };
}

function headersOf({ headers }: WireResponse): readonly (readonly [name: string, value: string])[] {
  const first = new Map<string, readonly [name: string, value: string]>();
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    const key = name.toLowerCase();
    if (!first.has(key)) first.set(key, [name, value]);
  }
  return [...first.values()];
}

type Leaf = string | number | boolean;

/** The texts, numbers and truth values in a document, by name or, deeper, by JSON Pointer; lists of them are one text. RFC 6901 */
function membersOf(
  document: Readonly<Record<string, unknown>> | null,
): readonly (readonly [name: string, value: Leaf])[] {
  const found: (readonly [string, Leaf])[] = [];
  const look = (value: unknown, path: readonly string[]): void => {
    if (found.length >= maxMembers || path.length > maxDepth) return;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      found.push([nameOf(path), value]);
    else if (Array.isArray(value)) found.push([nameOf(path), JSON.stringify(value)]);
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) look(member, [...path, name]);
  };
  look(document ?? {}, []);
  return found;
}

function nameOf(path: readonly string[]): string {
  const [first = ''] = path;
  return path.length === 1 && !first.startsWith('/') ? first : toPointer(path);
}

/** The value to expect: as it came, or only that there is one where it is another one each time. */
function expected(name: string, value: Leaf): { readonly wanted: Leaf; readonly isOther: boolean } {
  const last = name.split('/').at(-1) ?? name;
  if (ownValues.has(last)) return { wanted: `{{${last}}}`, isOther: false };
  if (changingMembers.test(last) || isSecretParameter(last)) return { wanted: '/./', isOther: true };
  if (typeof value !== 'string') return { wanted: value, isOther: false };
  return value.length > maxCharacters
    ? { wanted: '/./', isOther: true }
    : { wanted: exactly(value), isOther: false };
}

/** A text as an expectation that only this text meets. */
function exactly(text: string): string {
  if (/^!?\/.*\/[a-z]*$/s.test(text)) return `/^${literalPattern(text)}$/s`;
  return literalTemplate(text);
}

function textOf(value: Leaf): string {
  return typeof value === 'string' ? value : String(value);
}

function cut(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
