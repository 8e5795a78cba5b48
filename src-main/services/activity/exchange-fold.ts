import type { StoredSummary } from '#main/platform/exchange-summary.ts';
import type { FilterRow } from '#shared/exchange/filter/index.ts';
import { sourceOf, type TrafficSource } from '#shared/exchange/index.ts';

/** An exchange as the log lists and filters it: one record, or the two of it as one. */
export interface FoldedExchange extends StoredSummary {
  readonly source: TrafficSource;
  /** The record of the other end. */
  readonly peer?: StoredSummary;
}

/** Joins the record that came first with that of the other end, where there is one. */
export function fold(row: StoredSummary, peer: StoredSummary | undefined): FoldedExchange & FilterRow {
  if (peer === undefined) return { ...row, source: sourceOf(row) };
  const sender = row.side === 'client' ? row : peer;
  const rule = row.rule ?? peer.rule;
  return {
    ...row,
    ...(rule === undefined ? {} : { rule }),
    remark: row.remark === '' ? peer.remark : row.remark,
    tags: [...new Set([...row.tags, ...peer.tags])],
    source: sourceOf(sender),
    peer,
  };
}
