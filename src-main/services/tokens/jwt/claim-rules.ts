import type { JsonText } from '#shared/tokens/json-text.ts';
import type { Finding, Rule } from './rules.ts';

/** Values that the claims have to fit. */
export interface ClaimExpectations {
  readonly nowMillis: number;
  /** Undefined: not checked. */
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
}

/** The rules over the claims of a token whose signature was proved, without any leeway. RFC 7519 §4.1 */
export function claimRules(json: JsonText | null, expected: ClaimExpectations): readonly Rule[] {
  const { nowMillis, issuer, audience } = expected;
  const claims = json?.value ?? {};
  const instantRule = (
    name: string,
    rule: string,
    clause: string,
    isMet: (atMillis: number) => boolean,
  ): Rule => ({
    id: name,
    rule,
    clause,
    isGate: false,
    check: () => instantFinding(claims[name], name, isMet, nowMillis),
  });
  return [
    {
      id: 'claims',
      rule: 'Claims are a JSON object',
      clause: 'RFC 7519 §7.2',
      isGate: true,
      check: () => (json === null ? { detail: 'The token has no claims to check.' } : 'passed'),
    },
    instantRule('exp', 'Token has not expired', 'RFC 7519 §4.1.4', (atMillis) => nowMillis < atMillis),
    instantRule('nbf', 'Token is already valid', 'RFC 7519 §4.1.5', (atMillis) => atMillis <= nowMillis),
    instantRule(
      'iat',
      'Token was not issued in the future',
      'RFC 7519 §4.1.6',
      (atMillis) => atMillis <= nowMillis,
    ),
    {
      id: 'iss',
      rule: 'Issuer is the expected one',
      clause: 'RFC 7519 §4.1.1',
      isGate: false,
      check: () => issuerFinding(claims['iss'], issuer),
    },
    {
      id: 'aud',
      rule: 'Audience is the expected one',
      clause: 'RFC 7519 §4.1.3',
      isGate: false,
      check: () => audienceFinding(claims['aud'], audience),
    },
  ];
}

function instantFinding(
  value: unknown,
  name: string,
  isMet: (atMillis: number) => boolean,
  nowMillis: number,
): Finding {
  if (value === undefined) return { skipped: `${name} is missing.` };
  if (typeof value !== 'number' || !Number.isFinite(value))
    return { detail: `${name} is not a number of seconds.`, got: JSON.stringify(value) };
  if (isMet(value * 1_000)) return 'passed';
  return { want: `now ${Math.floor(nowMillis / 1_000)}`, got: `${name} ${value}` };
}

function issuerFinding(value: unknown, want: string | undefined): Finding {
  if (want === undefined || want === '') return { skipped: 'No expected issuer is set.' };
  return value === want ? 'passed' : { want, got: value === undefined ? 'none' : JSON.stringify(value) };
}

function audienceFinding(value: unknown, want: string | undefined): Finding {
  if (want === undefined || want === '') return { skipped: 'No expected audience is set.' };
  const named: readonly unknown[] = Array.isArray(value) ? value : [value];
  return named.includes(want)
    ? 'passed'
    : { want, got: value === undefined ? 'none' : JSON.stringify(value) };
}
