import type { RowOutcome } from '../job.ts';
import { quietOutcomes } from '../plan/record.ts';
import type { RowSettlement } from '../types.ts';

/** The columns that a result file adds to those of its source. */
export const resultColumns = [
  '_status',
  '_code',
  '_error_id',
  '_message',
  '_user_id',
  '_revision_id',
  '_sent_at',
  '_attempts',
] as const;

/** The data of a row for a result file. */
export interface RowResult {
  readonly outcome: RowOutcome | null;
  readonly message: string;
  readonly settlement: RowSettlement | null;
}

/** The cells that a result file adds to a row: what became of it at the target, or why it was not sent. */
export function resultCells({ outcome, message, settlement }: RowResult): readonly string[] {
  if (settlement === null) {
    const isOpen = outcome === null || outcome === 'ready';
    return [isOpen ? 'not-sent' : outcome, '', '', message, '', '', '', ''];
  }
  const { status, code, errorId, userId, revisionId, sentAtMillis, attempts } = settlement;
  const sentAt = sentAtMillis === null ? '' : new Date(sentAtMillis).toISOString();
  return [status, code, errorId, settlement.message, userId, revisionId, sentAt, String(attempts)];
}

/** True if a row has to be loaded again: it was refused, or has a problem, or a load ended before it. */
export function isLeftOver({ outcome, settlement }: RowResult, wasLoaded: boolean): boolean {
  if (settlement !== null) return settlement.status === 'failed' || settlement.status === 'unknown';
  if (outcome === null || outcome === 'ready') return wasLoaded;
  return !quietOutcomes.includes(outcome);
}
