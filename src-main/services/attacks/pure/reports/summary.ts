import type { AttackReport, CaseReport, CheckReport, Verdict } from '#shared/attacks/verdict.ts';
import { verdicts } from '#shared/attacks/verdict.ts';

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

/** The counts in words, without those that are zero: `1 FAILED, 146 PASSED`. */
export function countText(cases: readonly CaseReport[]): string {
  const counts = countVerdicts(cases);
  const shown = verdicts.filter((verdict) => counts[verdict] > 0);
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
    `  Actual: ${check.actual}`,
  ]);
  const lines = [report.reason, ...findings].filter((line) => line !== '');
  return lines.join('\n');
}

/** One line that says what a case came to. */
export function caseMessage(report: CaseReport): string {
  const first = findingsOf(report)[0];
  if (first === undefined) return report.reason === '' ? report.title : `${report.title}: ${report.reason}`;
  return `${report.title}: expected ${first.check.expected}; actual ${first.check.actual}`;
}

/** The cases in their groups, in the order of the report. */
export function groupCases({ cases }: AttackReport): (readonly [group: string, CaseReport[]])[] {
  return [...Map.groupBy(cases, ({ group }) => group)];
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
