import type { ImportCounts } from '#shared/api/index.ts';
import {
  type PlanSummary,
  problemOutcomes,
  type RowOutcome,
  rowFlags,
  rowOutcomes,
} from '#shared/consents/index.ts';

/** Rows of which is known what became of them. */
export function settledOf({ accepted, already, failed }: ImportCounts): number {
  return accepted + already + failed;
}

/** How many rows a plan has of an outcome. */
export function outcomeCount(plan: PlanSummary | null, outcome: RowOutcome): number {
  return plan?.outcomes[outcome] ?? 0;
}

/** Rows of a plan that a person has to do something about; those left out by themselves, as duplicates, are none. */
export function problemCount(plan: PlanSummary): number {
  return problemOutcomes.reduce((sum, outcome) => sum + outcomeCount(plan, outcome), 0);
}

/** Outcomes of a plan that hold rows back, with their rows; the most frequent first. */
export function heldBack(plan: PlanSummary): readonly (readonly [outcome: RowOutcome, rows: number])[] {
  return rowOutcomes
    .filter((outcome) => outcome !== 'ready')
    .map((outcome) => [outcome, outcomeCount(plan, outcome)] as const)
    .filter(([, rows]) => rows > 0)
    .toSorted(([, one], [, other]) => other - one);
}

/** Returns the flags set on rows that are sent, with their number of rows. */
export function flagged(plan: PlanSummary) {
  return rowFlags.map((flag) => [flag, plan.flags[flag] ?? 0] as const).filter(([, rows]) => rows > 0);
}
