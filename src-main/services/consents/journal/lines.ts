import { type RowSettlement, type SettlementStatus, settlementStatuses } from '#shared/consents/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import type { ConsentState } from '../platform-client/consents.ts';

/** Entries of a journal, one line each. `sent` is written before a request leaves, `done` after its answer came. */
export type JournalEntry =
  | { readonly kind: 'begun'; readonly atMillis: number; readonly planHash: string; readonly by: string }
  | {
      readonly kind: 'sent';
      readonly row: number;
      readonly attempt: number;
      readonly atMillis: number;
      /** The consent that was there before; null: it was not asked for. */
      readonly before: ConsentState | null;
    }
  | { readonly kind: 'done'; readonly settlement: RowSettlement }
  | { readonly kind: 'ended'; readonly atMillis: number; readonly how: string }
  | { readonly kind: 'undo-begun'; readonly atMillis: number; readonly by: string }
  | { readonly kind: 'undone'; readonly settlement: RowSettlement }
  | { readonly kind: 'undo-ended'; readonly atMillis: number };

const statusNumbers = new Map<SettlementStatus, number>(
  settlementStatuses.map((status, index) => [status, index]),
);

/** An entry as a line, its end included. */
export function formatEntry(entry: JournalEntry): string {
  return `${JSON.stringify(columnsOf(entry))}\n`;
}

function columnsOf(entry: JournalEntry): readonly unknown[] {
  switch (entry.kind) {
    case 'begun':
      return ['B', entry.atMillis, entry.planHash, entry.by];
    case 'sent': {
      const { before } = entry;
      const last = before?.last;
      const state =
        before === null
          ? null
          : last == null
            ? [before.status]
            : [before.status, last.atMillis, last.languageId, last.revisionId];
      return ['S', entry.row, entry.attempt, entry.atMillis, state];
    }
    case 'done':
      return ['D', ...settlementColumns(entry.settlement)];
    case 'ended':
      return ['E', entry.atMillis, entry.how];
    case 'undo-begun':
      return ['W', entry.atMillis, entry.by];
    case 'undone':
      return ['V', ...settlementColumns(entry.settlement)];
    case 'undo-ended':
      return ['X', entry.atMillis];
  }
}

function settlementColumns(settlement: RowSettlement): readonly unknown[] {
  const { row, status, httpStatus, code, errorId, message, userId, revisionId } = settlement;
  const { sentAtMillis, attempts, exchangeId } = settlement;
  const number = statusNumbers.get(status) ?? 0;
  return [
    row,
    number,
    httpStatus,
    code,
    errorId,
    message,
    userId,
    revisionId,
    sentAtMillis,
    attempts,
    exchangeId,
  ];
}

/** Highest number of a row: the data of all rows has to fit into memory. */
const maxRows = 100_000_000;

/** Reads a line; null: it is none of a journal. */
export function parseEntry(line: string): JournalEntry | null {
  const columns = parseColumns(line);
  if (columns === null) return null;
  const [kind, first, second, third, fourth] = columns;
  if ((kind === 'S' || kind === 'D' || kind === 'V') && !isRow(first)) return null;
  switch (kind) {
    case 'B':
      return { kind: 'begun', atMillis: Number(first), planHash: String(second), by: String(third) };
    case 'S':
      return {
        kind: 'sent',
        row: Number(first),
        attempt: Number(second),
        atMillis: Number(third),
        before: stateOf(fourth),
      };
    case 'D':
      return { kind: 'done', settlement: settlementOf(columns) };
    case 'E':
      return { kind: 'ended', atMillis: Number(first), how: String(second) };
    case 'W':
      return { kind: 'undo-begun', atMillis: Number(first), by: String(second) };
    case 'V':
      return { kind: 'undone', settlement: settlementOf(columns) };
    case 'X':
      return { kind: 'undo-ended', atMillis: Number(first) };
    default:
      return null;
  }
}

function isRow(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxRows;
}

function parseColumns(line: string): readonly unknown[] | null {
  const value = parsedJson(line);
  return Array.isArray(value) ? value : null;
}

function stateOf(columns: unknown): ConsentState | null {
  if (!Array.isArray(columns)) return null;
  const [status, atMillis, languageId, revisionId] = columns as readonly unknown[];
  return {
    status: String(status),
    last:
      typeof atMillis === 'number'
        ? { atMillis, languageId: String(languageId), revisionId: String(revisionId) }
        : null,
  };
}

function settlementOf(columns: readonly unknown[]): RowSettlement {
  const text = (index: number): string => {
    const value = columns[index];
    return typeof value === 'string' ? value : '';
  };
  const number = (index: number): number | null => {
    const value = columns[index];
    return typeof value === 'number' ? value : null;
  };
  const exchangeId = text(11);
  return {
    row: number(1) ?? 0,
    status: settlementStatuses[number(2) ?? 0] ?? 'unknown',
    httpStatus: number(3),
    code: text(4),
    errorId: text(5),
    message: text(6),
    userId: text(7),
    revisionId: text(8),
    sentAtMillis: number(9),
    attempts: number(10) ?? 0,
    exchangeId: exchangeId === '' ? null : exchangeId,
  };
}
