import type { RowOutcome } from '../job.ts';
import { createNewest } from './newest.ts';
import { codeOf } from './record.ts';

/** Rows that were decided by themselves. */
export interface Contest {
  /** Two words a row: the decision, and the row that holds instead of it, or 0. */
  readonly records: Uint32Array;
  readonly users: Int32Array;
  readonly times: Float64Array;
  readonly count: number;
  /** The place of the agreement of each text. */
  readonly agreementOfTexts: readonly number[];
}

/**
 * Lets the newest consent of each user to each agreement hold. Of the others those that say the same become
 * duplicates, the rest is superseded; each names the row that holds.
 */
export function settleContests(
  { records, users, times, count, agreementOfTexts }: Contest,
  excluded: ReadonlySet<RowOutcome>,
): void {
  const textOf = (index: number) => (records[index * 2] ?? 0) >>> 16;
  const isReady = (index: number) => ((records[index * 2] ?? 0) & 0xff) === codeOf.ready;
  const newest = createNewest({
    count,
    userOf: (index) => users[index] ?? 0,
    agreementOf: (index) => agreementOfTexts[textOf(index)] ?? 0,
    timeOf: (index) => times[index] ?? 0,
  });
  for (let index = 0; index < count; index += 1) if (isReady(index)) newest.add(index);
  // The first words stay as they are until all winners are known: by them rows are compared.
  for (let index = 0; index < count; index += 1) {
    const winner = isReady(index) ? newest.winner(index) : index;
    if (winner !== index) records[index * 2 + 1] = winner + 1;
  }
  const outcomeOf = (index: number, winner: number) => {
    const outcome = winner === 0 ? 'ready' : sameAs(index, winner - 1) ? 'duplicate' : 'superseded';
    return excluded.has(outcome) ? 'excluded' : outcome;
  };
  const sameAs = (index: number, winner: number) =>
    times[index] === times[winner] && textOf(index) === textOf(winner);
  for (let index = 0; index < count; index += 1) {
    if (!isReady(index)) continue;
    const winner = records[index * 2 + 1] ?? 0;
    const code = codeOf[outcomeOf(index, winner)];
    // A winner keeps its text, by which those after it are compared.
    records[index * 2] = winner === 0 ? ((records[index * 2] ?? 0) & ~0xff) | code : code;
  }
}
