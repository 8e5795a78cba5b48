import type { ContractEntry, LintFinding } from '#shared/contract/index.ts';
import { holdsAt } from '#shared/contract/report.ts';

export type BetweenGroup = 'breaks' | 'touches' | 'other';

export interface Comparison {
  readonly from: string;
  readonly to: string;
  /**
   * The changes after the first day up to the second, oldest first, by their effect on the calls in the work.
   */
  readonly entries: Readonly<Record<BetweenGroup, readonly ContractEntry[]>>;
  /** Findings that count on the second day and not on the first. */
  readonly appear: readonly LintFinding[];
  readonly away: readonly LintFinding[];
  /** True if not everything was looked at: what is in no group may still break. */
  readonly isOpen: boolean;
}

/** Compares the contract on one date with that on a later date; ignored findings are left out. */
export function compareDates(
  entries: readonly ContractEntry[],
  findings: readonly LintFinding[],
  from: string,
  to: string,
  isOpen: boolean,
): Comparison {
  const open = findings.filter(({ ignored }) => ignored === null);
  const appear = open.filter(({ holds }) => !holdsAt(holds, from) && holdsAt(holds, to));
  const away = open.filter(({ holds }) => holdsAt(holds, from) && !holdsAt(holds, to));
  const breaking = new Set(
    appear.filter(({ severity }) => severity === 'error').flatMap((finding) => finding.entries),
  );
  const touched = new Set(open.flatMap((finding) => finding.entries));
  const groupOf = ({ id }: ContractEntry): BetweenGroup => {
    if (breaking.has(id)) return 'breaks';
    return touched.has(id) ? 'touches' : 'other';
  };
  const inside = entries
    .filter(({ date }) => from < date && date <= to)
    .toSorted((one, other) => (one.date === other.date ? 0 : one.date < other.date ? -1 : 1));
  const inGroup = (group: BetweenGroup) => inside.filter((entry) => groupOf(entry) === group);
  return {
    from,
    to,
    entries: { breaks: inGroup('breaks'), touches: inGroup('touches'), other: inGroup('other') },
    appear,
    away,
    isOpen,
  };
}
