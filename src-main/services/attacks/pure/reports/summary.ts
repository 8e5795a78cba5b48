import { cweNames } from '#shared/attacks/cwe.ts';
import type {
  AttackReport,
  CaseReport,
  CheckReport,
  ExchangeEvidence,
  Verdict,
} from '#shared/attacks/verdict.ts';

/** One thing that a target did otherwise than expected, or that a person has to look at. */
export interface Finding {
  /** Name of the variant; empty where the case has one alone. */
  readonly variant: string;
  readonly check: CheckReport;
}

/** How many cases came to each verdict. */
export function countVerdicts(cases: readonly CaseReport[]): Record<Verdict, number> {
  const counts = { PASSED: 0, FAILED: 0, WARNING: 0, REVIEW: 0, SKIPPED: 0, INCONCLUSIVE: 0 };
  for (const { verdict } of cases) counts[verdict] += 1;
  return counts;
}

/** The order of a report: the gravest failures come first. */
export const verdictOrder: readonly Verdict[] = [
  'FAILED',
  'INCONCLUSIVE',
  'WARNING',
  'REVIEW',
  'PASSED',
  'SKIPPED',
];
const severityOrder: readonly CaseReport['severity'][] = ['critical', 'high', 'medium', 'low'];

/** The cases by verdict, the gravest first, and else in the order of the catalogue. */
export function orderedCases(cases: readonly CaseReport[]): CaseReport[] {
  const weight = ({ verdict, severity }: CaseReport) =>
    verdictOrder.indexOf(verdict) * severityOrder.length + severityOrder.indexOf(severity);
  return cases.toSorted((one, other) => weight(one) - weight(other));
}

/** True for a verdict that somebody has to look at. */
export function isNoted({ verdict }: CaseReport): boolean {
  return verdict !== 'PASSED' && verdict !== 'SKIPPED';
}

/** The gravest severity that FAILED, with how many cases have it; null: none FAILED. */
export function gravestOf(cases: readonly CaseReport[]): string | null {
  const failed = cases.filter(({ verdict }) => verdict === 'FAILED');
  const gravest = severityOrder.find((severity) => failed.some((each) => each.severity === severity));
  if (gravest === undefined) return null;
  const ids = failed.filter(({ severity }) => severity === gravest).map(({ id }) => id);
  return `${gravest} (${ids.join(', ')})`;
}

/** A length of time in words: `4 s`, `2 min 5 s`. */
export function durationText(millis: number): string {
  const seconds = Math.round(Math.max(0, millis) / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The top of a report: names, and texts that are not escaped yet. */
export function summaryRows(report: AttackReport): (readonly [name: string, text: string])[] {
  const settings = settingsOf(report);
  return [
    ['Result', countText(report.cases)],
    ['Most severe failure', gravestOf(report.cases) ?? 'none'],
    ['Target', report.target],
    ...(settings === '' ? [] : [['Settings', settings] as const]),
    ['Started', isoTime(report.startedAtMillis)],
    ['Duration', durationText(report.durationMillis)],
  ];
}

/** An exchange that proves a finding, as a message of HTTP; secrets are masked already. */
export function requestText({ request }: ExchangeEvidence): string {
  return messageText(`${request.method} ${request.target} HTTP/1.1`, request.headers, request.body);
}

/** The answer of an exchange as a message of HTTP, or why there is none. */
export function responseText({ response, failure }: ExchangeEvidence): string {
  if (response === null) return `No response: ${failure}`;
  return messageText(
    `HTTP/1.1 ${response.status} ${response.reason}`.trimEnd(),
    response.headers,
    response.body,
  );
}

function messageText(line: string, headers: ExchangeEvidence['request']['headers'], body: string): string {
  const head = [line, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n');
  return body === '' ? head : `${head}\n\n${body}`;
}

/** All evidence of a case, with the variant that it is of. */
export function evidenceOfCase({ variants }: CaseReport): {
  readonly variant: string;
  readonly evidence: ExchangeEvidence;
}[] {
  return variants.flatMap(({ name, evidence = [] }) =>
    evidence.map((each) => ({ variant: name, evidence: each })),
  );
}

/** The counts in words, without those that are zero: `1 FAILED, 146 PASSED`. */
export function countText(cases: readonly CaseReport[]): string {
  const counts = countVerdicts(cases);
  const shown = verdictOrder.filter((verdict) => counts[verdict] > 0);
  return shown.length === 0 ? 'no cases' : shown.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ');
}

/** The checks of a case that were not met, or that a person has to judge: those that were broken first. */
export function findingsOf({ variants }: CaseReport): Finding[] {
  const found = variants.flatMap(({ name, checks }) =>
    checks
      .filter(({ outcome }) => outcome !== 'met' && outcome !== 'unknown')
      .map((check) => ({ variant: name, check })),
  );
  const isBroken = ({ check }: Finding) => Number(check.outcome === 'broken');
  return found.toSorted((one, other) => isBroken(other) - isBroken(one));
}

/** Formats the result of a case as lines of text: its reason, then expected and actual of every finding. */
export function caseText(report: CaseReport): string {
  const findings = findingsOf(report).flatMap(({ variant, check }) => [
    `${variant === '' ? '' : `${variant}, `}step ${check.step}`,
    `  Expected: ${check.expected}`,
    `  Received: ${check.actual}`,
  ]);
  const lines = [report.reason, ...findings].filter((line) => line !== '');
  return lines.join('\n');
}

/** The result of a case with the requests and responses that prove it. */
export function provenText(report: CaseReport): string {
  const proofs = evidenceOfCase(report).flatMap(({ variant, evidence }) => [
    '',
    `Evidence: ${variant === '' ? '' : `${variant}, `}step ${evidence.stepId}`,
    requestText(evidence),
    '',
    responseText(evidence),
  ]);
  return [caseText(report), ...proofs].join('\n');
}

/** One line that says what a case came to. */
export function caseMessage(report: CaseReport): string {
  const first = findingsOf(report)[0];
  if (first === undefined) return report.reason === '' ? report.title : `${report.title}: ${report.reason}`;
  return `${report.title}: expected ${first.check.expected}; received ${first.check.actual}`;
}

/** The cases in their groups, in the order that they are given in. */
export function groupCases(cases: readonly CaseReport[]): (readonly [group: string, CaseReport[]])[] {
  return [...Map.groupBy(cases, ({ group }) => group)];
}

/** The clauses and weaknesses that a case refers to. */
export function referencesOf({ clauses, cwe }: CaseReport): readonly string[] {
  return [...clauses, ...cweNames(cwe)];
}

/** An instant in epoch milliseconds as ISO 8601 in UTC. */
export function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}

/** Describes the settings of the attacked server: its profile and its weaknesses. */
export function settingsOf({ profile, weaknesses }: AttackReport): string {
  const parts = [
    profile === null ? '' : `profile ${profile}`,
    weaknesses.length === 0 ? '' : `weaknesses ${weaknesses.join(', ')}`,
  ];
  return parts.filter((part) => part !== '').join('; ');
}
