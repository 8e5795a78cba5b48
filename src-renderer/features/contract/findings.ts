import type { ContractState } from '#shared/api/index.ts';
import type { LintFinding, LintIgnore } from '#shared/contract/index.ts';
import { omittedAt } from '#shared/contract/omitted.ts';
import { holdsAt } from '#shared/contract/report.ts';
import { lintSeverities } from '#shared/contract/rule.ts';
import { type Gap, gapsOf } from '#shared/contract/standing.ts';
import type { Problem } from '#shared/errors/problem.ts';
import type { ContractView } from './view.ts';

export type FindingFilter = Pick<ContractView, 'text' | 'severity' | 'rule' | 'file' | 'ignored'>;

/** The findings that count at a date, ignored ones as well. */
export function findingsAt(findings: readonly LintFinding[], date: string): readonly LintFinding[] {
  return findings.filter(({ holds }) => holdsAt(holds, date));
}

/** Reasons for unreadable sources, each once: those of the linter, and of failed imports. */
export function unreadOf({ errors, sources }: Pick<ContractState, 'errors' | 'sources'>): readonly Problem[] {
  const all = [...errors, ...sources.flatMap(({ problem }) => problem ?? [])];
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** Everything that was left out or not looked at, for a date. */
export function gapsAt(state: ContractState, date: string): readonly Gap[] {
  return gapsOf({
    coverage: state.coverage,
    omitted: omittedAt(state.omitted, date),
    errors: unreadOf(state),
  });
}

/** Findings that are not ignored. */
export function openFindings(findings: readonly LintFinding[]): readonly LintFinding[] {
  return findings.filter(({ ignored }) => ignored === null);
}

/** Number of findings in each file. */
export function countByFile(findings: readonly LintFinding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { location } of findings) counts.set(location.file, (counts.get(location.file) ?? 0) + 1);
  return counts;
}

/** True if any filter is set. */
export function hasFindingFilter({ text, severity, rule, file, ignored }: FindingFilter): boolean {
  return text.trim() !== '' || severity !== null || rule !== null || file !== null || ignored !== 'hide';
}

/** The findings that a filter lets through. */
export function filterFindings(
  findings: readonly LintFinding[],
  filter: FindingFilter,
): readonly LintFinding[] {
  const sought = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return findings.filter((finding) => {
    const { id, severity, location, ignored, title, message, subject } = finding;
    if (filter.ignored === 'hide' && ignored !== null) return false;
    if (filter.ignored === 'only' && ignored === null) return false;
    if (filter.severity !== null && severity !== filter.severity) return false;
    if (filter.rule !== null && id !== filter.rule) return false;
    if (filter.file !== null && location.file !== filter.file) return false;
    const text = `${id} ${title} ${message} ${subject} ${location.file}`.toLowerCase();
    return sought.every((word) => text.includes(word));
  });
}

/** A line of the list: the head of a file, or a finding in it. */
export type FindingRow =
  | {
      readonly kind: 'file';
      readonly id: string;
      readonly file: string;
      readonly findings: readonly LintFinding[];
    }
  | { readonly kind: 'finding'; readonly id: string; readonly finding: LintFinding };

/** The id of the line of a file. */
export function fileRowId(file: string): string {
  return `file:${file}`;
}

function worst(findings: readonly LintFinding[]): number {
  return Math.min(...findings.map(({ severity }) => lintSeverities.indexOf(severity)));
}

/** Findings under their files: the file with the worst first, within a file in the order of the report. */
export function rowsOf(findings: readonly LintFinding[]): readonly FindingRow[] {
  const files = new Map<string, LintFinding[]>();
  for (const finding of findings) {
    const known = files.get(finding.location.file);
    if (known === undefined) files.set(finding.location.file, [finding]);
    else known.push(finding);
  }
  return [...files]
    .toSorted(([one, own], [other, others]) => worst(own) - worst(others) || one.localeCompare(other))
    .flatMap(([file, own]): readonly FindingRow[] => [
      { kind: 'file', id: fileRowId(file), file, findings: own },
      ...own.map((finding): FindingRow => ({ kind: 'finding', id: finding.key, finding })),
    ]);
}

/** Returns the findings in a selection of rows; for a file heading alone, all findings in that file. */
export function findingsIn(
  rows: readonly FindingRow[],
  range: { readonly from: number; readonly to: number } | null,
): readonly LintFinding[] {
  if (range === null) return [];
  const chosen = rows.slice(range.from, range.to + 1);
  const [first] = chosen;
  if (chosen.length === 1 && first?.kind === 'file') return first.findings;
  return chosen.flatMap((row) => (row.kind === 'finding' ? [row.finding] : []));
}

/** Those that a quick fix mends, and that are not ignored. */
export function fixable(findings: readonly LintFinding[]): readonly LintFinding[] {
  return findings.filter(({ fix, ignored }) => fix !== null && ignored === null);
}

/** Index of the next finding from a line on, wrapping around; −1: there is none. */
export function stepFinding(rows: readonly FindingRow[], from: number, by: 1 | -1): number {
  const count = rows.length;
  for (let step = 1; step <= count; step += 1) {
    const start = from < 0 && by === -1 ? count : from;
    const at = (((start + by * step) % count) + count) % count;
    if (rows[at]?.kind === 'finding') return at;
  }
  return -1;
}

export const ignoreWidths = ['subject', 'file', 'everywhere'] as const;
export type IgnoreWidth = (typeof ignoreWidths)[number];

export interface IgnoreAnswer {
  readonly width: IgnoreWidth;
  readonly reason: string;
  /** Empty: for ever. */
  readonly until: string;
}

/** The ignore that leaves a finding be. */
export function ignoreFor(finding: LintFinding, { width, reason, until }: IgnoreAnswer): LintIgnore {
  return {
    id: finding.id,
    ...(width === 'everywhere' ? {} : { file: finding.location.file }),
    ...(width === 'subject' ? { subject: finding.subject } : {}),
    reason: reason.trim(),
    ...(until.trim() === '' ? {} : { until: until.trim() }),
  };
}

/** The ignores of the settings by which a finding is left be. */
export function ignoresOf(finding: LintFinding, ignores: readonly LintIgnore[]): readonly LintIgnore[] {
  return ignores.filter(
    ({ id, file, subject }) =>
      id === finding.id &&
      (file === undefined || file === finding.location.file) &&
      (subject === undefined || subject === finding.subject),
  );
}
