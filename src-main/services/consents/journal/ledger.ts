import type { RowSettlement, SettlementStatus } from '#shared/consents/index.ts';
import type { ConsentState } from '../platform-client/consents.ts';
import type { JournalEntry } from './lines.ts';

/** A row that was sent and has no known answer. */
export interface OpenRow {
  readonly attempt: number;
  readonly before: ConsentState | null;
}

/** A reason why rows have failed, and how many have. */
interface Reason {
  readonly code: string;
  readonly message: string;
  rows: number;
}

/** The maximum number of distinct reasons; a target may have another one for every row. */
const maxReasons = 100;
const otherReasons = 'Other reasons; see each row.';

/** Codes of rows: 0 was never sent. */
const pendingCode = 0;
const openCode = 1;
const acceptedCode = 2;
const alreadyCode = 3;
const failedCode = 4;
const undoneCode = 5;

const codes: Readonly<Record<SettlementStatus, number>> = {
  accepted: acceptedCode,
  'already-same': alreadyCode,
  'already-newer': alreadyCode,
  failed: failedCode,
  unknown: openCode,
  restored: undoneCode,
  revoked: undoneCode,
  'not-restorable': undoneCode,
};

/**
 * The summary of a journal: a byte and two places in the file for each row, so that a million rows fit. A class
 * because it takes every line of a journal.
 */
export class Ledger {
  #codes = new Uint8Array(1_024);
  /** Where in the journal the last settlement, and the last sending, of a row begin. */
  #settledAt = new Float64Array(1_024);
  #sentAt = new Float64Array(1_024).fill(-1);
  /** Why a row has failed: its place among the reasons. */
  #reasonOf = new Uint16Array(1_024);
  readonly #reasons: Reason[] = [{ code: '', message: otherReasons, rows: 0 }];
  readonly #reasonNumbers = new Map<string, number>();
  readonly #open = new Map<number, OpenRow>();
  accepted = 0;
  already = 0;
  failed = 0;
  undone = { restored: 0, revoked: 0, notRestorable: 0 };
  begunAtMillis: number | null = null;
  endedAtMillis: number | null = null;
  begunBy = '';
  planHash = '';
  isUndoBegun = false;
  isUndoEnded = false;

  /** Rows without a known answer. */
  get open(): ReadonlyMap<number, OpenRow> {
    return this.#open;
  }

  /** Some of the rows that have failed, in their order. */
  failedRows(offset: number, limit: number): readonly number[] {
    const rows: number[] = [];
    let index = 0;
    for (let row = 0; row < this.#codes.length && rows.length < limit; row += 1) {
      if (this.#codes[row] !== failedCode) continue;
      if (index >= offset) rows.push(row);
      index += 1;
    }
    return rows;
  }

  /** Why rows have failed, the most frequent first. */
  failures(): readonly Reason[] {
    return this.#reasons.filter(({ rows }) => rows > 0).toSorted((a, b) => b.rows - a.rows);
  }

  /** Takes an entry that begins at `offset` of the journal. */
  take(entry: JournalEntry, offset: number): void {
    switch (entry.kind) {
      case 'begun':
        this.begunAtMillis ??= entry.atMillis;
        this.begunBy = entry.by;
        this.planHash = entry.planHash;
        this.endedAtMillis = null;
        return;
      case 'sent':
        this.#reach(entry.row);
        this.#forget(entry.row);
        this.#codes[entry.row] = openCode;
        this.#sentAt[entry.row] = offset;
        this.#open.set(entry.row, entry);
        return;
      case 'done':
        this.#settle(entry.settlement, offset);
        return;
      case 'ended':
        this.endedAtMillis = entry.atMillis;
        return;
      case 'undo-begun':
        this.isUndoBegun = true;
        return;
      case 'undone':
        this.#undo(entry.settlement, offset);
        return;
      case 'undo-ended':
        this.isUndoEnded = true;
        return;
    }
  }

  /** Tests whether nothing is left to be sent for a row. */
  isSettled(row: number): boolean {
    return (this.#codes[row] ?? pendingCode) > openCode;
  }

  isAccepted(row: number): boolean {
    return this.#codes[row] === acceptedCode;
  }

  /** Position of the settlement of a row in the journal; null: it has none. */
  settledAt(row: number): number | null {
    return this.isSettled(row) ? (this.#settledAt[row] ?? 0) : null;
  }

  /** Position of the last sending of a row; null: it was never sent. */
  sentAt(row: number): number | null {
    const offset = this.#sentAt[row];
    return offset === undefined || offset < 0 || this.#codes[row] === pendingCode ? null : offset;
  }

  #settle(settlement: RowSettlement, offset: number): void {
    const { row, status } = settlement;
    this.#reach(row);
    this.#forget(row);
    this.#codes[row] = codes[status];
    this.#settledAt[row] = offset;
    if (status === 'accepted') this.accepted += 1;
    else if (status === 'already-same' || status === 'already-newer') this.already += 1;
    else if (status === 'failed') this.#fail(settlement);
  }

  #fail({ row, code, message }: RowSettlement): void {
    this.failed += 1;
    const key = `${code} ${message}`;
    let number = this.#reasonNumbers.get(key) ?? 0;
    if (number === 0 && this.#reasons.length <= maxReasons) {
      number = this.#reasons.push({ code, message, rows: 0 }) - 1;
      this.#reasonNumbers.set(key, number);
    }
    this.#reasonOf[row] = number;
    const reason = this.#reasons[number];
    if (reason !== undefined) reason.rows += 1;
  }

  #undo({ row, status }: RowSettlement, offset: number): void {
    this.#reach(row);
    if (this.#codes[row] === undoneCode) return;
    this.#open.delete(row);
    this.#codes[row] = undoneCode;
    this.#settledAt[row] = offset;
    if (status === 'restored') this.undone.restored += 1;
    else if (status === 'revoked') this.undone.revoked += 1;
    else this.undone.notRestorable += 1;
  }

  /** A row that is settled anew counts once. */
  #forget(row: number): void {
    const code = this.#codes[row];
    if (code === acceptedCode) this.accepted -= 1;
    else if (code === alreadyCode) this.already -= 1;
    else if (code === failedCode) {
      this.failed -= 1;
      const reason = this.#reasons[this.#reasonOf[row] ?? 0];
      if (reason !== undefined) reason.rows -= 1;
    }
    this.#open.delete(row);
  }

  #reach(row: number): void {
    if (row < this.#codes.length) return;
    const length = Math.max(row + 1, this.#codes.length * 2);
    this.#codes = grown(this.#codes, new Uint8Array(length));
    this.#settledAt = grown(this.#settledAt, new Float64Array(length));
    this.#sentAt = grown(this.#sentAt, new Float64Array(length).fill(-1));
    this.#reasonOf = grown(this.#reasonOf, new Uint16Array(length));
  }
}

function grown<T extends Uint8Array | Uint16Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
