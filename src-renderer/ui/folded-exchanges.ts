import type { ActivityRow, ExchangeSummary } from '#shared/api/index.ts';
import { areOneExchange } from '#shared/exchange/exchange-pair.ts';

/** An exchange as a list shows it: its first record, and the other one if both ends recorded it. */
export type ExchangeRow = ExchangeSummary & Pick<ActivityRow, 'peer'>;

/** Joins the records of both ends of an exchange: the record that came first, with the tags and remarks of both. */
function joined(first: ExchangeSummary, peer: ExchangeSummary): ExchangeRow {
  const { id, side, service, durationMicros } = peer;
  return {
    ...first,
    rule: first.rule === '' ? peer.rule : first.rule,
    remark: first.remark === '' ? peer.remark : first.remark,
    tags: [...new Set([...first.tags, ...peer.tags])],
    peer: { id, side, service, durationMicros },
  };
}

/** Folds the two records of an exchange into one row; records and rows are newest first. */
export function foldExchanges(records: readonly ExchangeSummary[]): readonly ExchangeRow[] {
  const rows: ExchangeRow[] = [];
  const waiting = new Map<string, number[]>();
  for (const record of records.toReversed()) {
    const { ports } = record;
    const candidates = ports === undefined ? [] : (waiting.get(ports) ?? []);
    const found = candidates.findIndex((at) => rows[at] !== undefined && areOneExchange(rows[at], record));
    const [partnerAt = -1] = found < 0 ? [] : candidates.splice(found, 1);
    const partner = rows[partnerAt];
    if (partner === undefined) rows.push({ ...record, peer: null });
    else rows[partnerAt] = joined(partner, record);
    if (partner === undefined && ports !== undefined) waiting.set(ports, [...candidates, rows.length - 1]);
  }
  return rows.toReversed();
}

/** The row that a record belongs to. */
export function rowOf<T extends Pick<ExchangeRow, 'id' | 'peer'>>(
  rows: readonly T[],
  recordId: string | null,
): T | undefined {
  return rows.find(({ id, peer }) => id === recordId || (peer !== null && peer.id === recordId));
}

/** One side of a comparison: a record, and its row if that is known. */
export interface ComparedSide {
  readonly id: string;
  readonly row?: Pick<ExchangeRow, 'id' | 'side' | 'peer'> | undefined;
}

function recordAt({ row }: ComparedSide, side: ExchangeRow['side']): string | null {
  if (row === undefined) return null;
  return row.side === side ? row.id : (row.peer?.id ?? null);
}

/** The records of two exchanges that were taken at the same end, where there are such: others differ by nature. */
export function sameEndOf(left: ComparedSide, right: ComparedSide): readonly [string, string] {
  for (const side of ['server', 'client'] as const) {
    const [one, other] = [recordAt(left, side), recordAt(right, side)];
    if (one !== null && other !== null) return [one, other];
  }
  return [left.id, right.id];
}
