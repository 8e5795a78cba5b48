import type { ContractSource } from '#shared/api/contract.ts';
import type { LintFinding } from '#shared/contract/index.ts';
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
}: LintedSource): Omit<ContractSource, 'id' | 'isImported'> {
  return {
    file,
    kind,
    sizeBytes: null,
    requests: counts.requests + counts.otherHosts,
    findings: findings.length,
    masked: 0,
    problem: errors[0] ?? null,
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
    masked: 0,
    problem: null,
    work: null,
  };
}

/** The first of each source, so that no source hides another. */
export function shownOf(findings: readonly LintFinding[]): LintFinding[] {
  const shownOfFile = new Map<string, number>();
  const few = findings.filter(({ location: { file } }) => {
    const shown = (shownOfFile.get(file) ?? 0) + 1;
    shownOfFile.set(file, shown);
    return shown <= maxShownOfSource;
  });
  return few.slice(0, maxShown);
}
