import { type RowFlag, type RowOutcome, rowFlags, rowOutcomes } from '../job.ts';

/** The number of each outcome. */
export const codeOf = Object.fromEntries(rowOutcomes.map((outcome, index) => [outcome, index])) as Readonly<
  Record<RowOutcome, number>
>;

/** The bit of each flag. */
export const bitOf = Object.fromEntries(rowFlags.map((flag, index) => [flag, 1 << index])) as Readonly<
  Record<RowFlag, number>
>;

/** The outcome in the first word of a record; null where there is none. */
export function outcomeOf(word: number): RowOutcome | null {
  return rowOutcomes[word & 0xff] ?? null;
}

/** The flags in the first word of a record. */
export function flagsOf(word: number): readonly RowFlag[] {
  return rowFlags.filter((flag) => (word & (bitOf[flag] << 8)) !== 0);
}

/** Outcomes of rows that are not sent, and that nobody has to do anything about. */
export const quietOutcomes: readonly RowOutcome[] = ['superseded', 'duplicate', 'excluded', 'empty-row'];

/** Outcomes that a person has to do something about before such rows are sent. */
export const problemOutcomes: readonly RowOutcome[] = rowOutcomes.filter(
  (outcome) => outcome !== 'ready' && !quietOutcomes.includes(outcome),
);
