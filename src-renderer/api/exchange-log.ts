import type { ExchangeSummary } from '#shared/api/index.ts';
import { createStore } from './store.ts';

/** The last exchanges, newest first, and what the engine left out under load. */
export interface ExchangeLog {
  readonly items: readonly ExchangeSummary[];
  readonly skipped: number;
  /** So far, since the engine started. */
  readonly notRecorded: number;
  readonly bodiesDropped: number;
}

export const exchangeLogLimit = 200;

export const exchangeLog = createStore<ExchangeLog>({
  items: [],
  skipped: 0,
  notRecorded: 0,
  bodiesDropped: 0,
});

/** Adds exchanges to a log: newest first, each once, never more than `limit`. */
export function addExchanges(
  log: ExchangeLog,
  batch: Partial<ExchangeLog>,
  limit = exchangeLogLimit,
): ExchangeLog {
  const byId = new Map<string, ExchangeSummary>();
  for (const item of [...(batch.items ?? []), ...log.items]) if (!byId.has(item.id)) byId.set(item.id, item);
  return {
    items: [...byId.values()].toSorted((a, b) => b.startedAtMillis - a.startedAtMillis).slice(0, limit),
    skipped: log.skipped + (batch.skipped ?? 0),
    notRecorded: batch.notRecorded ?? log.notRecorded,
    bodiesDropped: log.bodiesDropped + (batch.bodiesDropped ?? 0),
  };
}
