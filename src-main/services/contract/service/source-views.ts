import type { ContractSource } from '#shared/api/contract.ts';
import {
  createOmissions,
  holdsAt,
  type LintFinding,
  lintSeverities,
  type Omitted,
} from '#shared/contract/index.ts';
import type { LintedSource } from '../linting/lint-source.ts';
import type { SourceMeta } from './source-store.ts';

/** Most findings that are shown of one source, and of all; reports have the others too. */
const maxShownOfSource = 1_000;
const maxShown = 5_000;
/** Describes a source that was linted. */
export function viewOf({
  file,
  kind,
  findings,
  counts,
  errors,
}: Omit<LintedSource, 'untold'>): Omit<ContractSource, 'id' | 'isImported'> {
  return {
    file,
    kind,
    sizeBytes: null,
    requests: counts.requests + counts.otherHosts,
    findings: findings.length,
    otherHosts: counts.otherHosts,
    masked: 0,
    // Such a source was read all the same.
    problem: errors.find(({ code }) => code !== 'contract.rule-unknown') ?? null,
    work: null,
  };
}

/** Describes an imported file that is not linted yet, or could not be. */
export function unlinted({ file, kind }: SourceMeta): Omit<ContractSource, 'id' | 'isImported'> {
  return {
    file,
    kind: kind ?? 'json',
    sizeBytes: null,
    requests: 0,
    findings: 0,
    otherHosts: 0,
    masked: 0,
    problem: null,
    work: null,
  };
}

/** Those to show, and how many are left out. */
export interface Shown {
  readonly findings: LintFinding[];
  readonly omitted: readonly Omitted[];
}

/** Those in force first: what counts on other days takes the room that they leave. */
export function shownOf(all: readonly LintFinding[], contractDate: string): Shown {
  const rankOf = ({ holds, severity }: LintFinding) =>
    (holdsAt(holds, contractDate) ? 0 : lintSeverities.length) + lintSeverities.indexOf(severity);
  const findings = firstOf(all, rankOf);
  const shown = new Set(findings);
  const omissions = createOmissions();
  for (const finding of all) if (!shown.has(finding)) omissions.add(finding.holds);
  return { findings, omitted: omissions.all() };
}

/** The first of each source, so that no source hides another; in the order that they have. */
function firstOf(findings: readonly LintFinding[], rankOf: (finding: LintFinding) => number): LintFinding[] {
  if (findings.length <= maxShownOfSource) return [...findings];
  const shownOfFile = new Map<string, number>();
  const few = findings
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .filter(({ location: { file } }) => {
      const shown = (shownOfFile.get(file) ?? 0) + 1;
      shownOfFile.set(file, shown);
      return shown <= maxShownOfSource;
    });
  const kept = new Set(few.slice(0, maxShown));
  return findings.filter((finding) => kept.has(finding));
}
