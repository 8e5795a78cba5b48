import type { AttackGroup, AttackRun } from '#shared/api/index.ts';
import type { Verdict } from '#shared/attacks/index.ts';
import type { AttackCaseView, Severity } from './attack-view.ts';
import type { Verdicts } from './catalogue.ts';

/** Verdicts that a person decides about, the gravest first. */
export const openVerdicts = [
  'FAILED',
  'WARNING',
  'REVIEW',
  'INCONCLUSIVE',
] as const satisfies readonly Verdict[];
/** All verdicts in the order in which results are read. */
export const verdictColumns = [...openVerdicts, 'SKIPPED', 'PASSED'] as const satisfies readonly Verdict[];

const severityOrder: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

/** True if a verdict asks for a decision. */
export function isOpenVerdict(verdict: Verdict | undefined): boolean {
  return openVerdicts.some((open) => open === verdict);
}

/** The cases that need a decision: by verdict, then by severity, then in the order of the catalogue. */
export function casesToLookAt(groups: readonly AttackGroup[], found: Verdicts): AttackCaseView[] {
  const rank = ({ id, severity }: AttackCaseView) =>
    openVerdicts.findIndex((verdict) => verdict === found.get(id)) * severityOrder.length +
    severityOrder.indexOf(severity);
  return groups
    .flatMap(({ cases }) => cases)
    .filter(({ id }) => isOpenVerdict(found.get(id)))
    .toSorted((left, right) => rank(left) - rank(right));
}

/** How a run differs from an earlier one in the cases that both played. */
export interface RunDifference {
  readonly former: AttackRun;
  /** Cases that need a decision now and did not before. */
  readonly newIds: ReadonlySet<string>;
  /** How many needed a decision before and do not any more. */
  readonly goneCount: number;
}

const verdictsOf = (run: AttackRun): Verdicts =>
  new Map(run.verdicts.map(({ id, verdict }) => [id, verdict]));

/** Compares a run with the one before it at the same server; null where there is none with a case in common. */
export function differenceToFormer(run: AttackRun, runs: readonly AttackRun[]): RunDifference | null {
  const now = verdictsOf(run);
  const former = runs
    .filter(
      ({ start, startedAtMillis }) =>
        start.target === run.start.target && startedAtMillis < run.startedAtMillis,
    )
    .toSorted((left, right) => right.startedAtMillis - left.startedAtMillis)
    .find(({ verdicts }) => verdicts.some(({ id }) => now.has(id)));
  if (former === undefined) return null;
  const before = verdictsOf(former);
  const shared = [...now.keys()].filter((id) => before.has(id));
  return {
    former,
    newIds: new Set(shared.filter((id) => isOpenVerdict(now.get(id)) && !isOpenVerdict(before.get(id)))),
    goneCount: shared.filter((id) => !isOpenVerdict(now.get(id)) && isOpenVerdict(before.get(id))).length,
  };
}

/** The newest run that played more of the same server than `run` did; null where none did. */
export function largerRun(run: AttackRun, runs: readonly AttackRun[]): AttackRun | null {
  const larger = runs.filter(
    ({ start, total, startedAtMillis }) =>
      start.target === run.start.target && total > run.total && startedAtMillis < run.startedAtMillis,
  );
  return larger.toSorted((left, right) => right.startedAtMillis - left.startedAtMillis)[0] ?? null;
}
