import type { ExchangeSummary } from '#shared/api/index.ts';
import { createStore } from './store.ts';

/** The last exchanges, in the order of their arrival, and what the engine left out under load. */
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

/** Ids sort by arrival. Times do not: exchanges of a service whose clock was moved would stay at the top for hours. */
function arrivalOf({ id }: ExchangeSummary): string {
  return id.startsWith('h') ? id.slice(1) : id;
}

function byArrival(left: ExchangeSummary, right: ExchangeSummary): number {
  const [one, other] = [arrivalOf(left), arrivalOf(right)];
  return one === other ? 0 : one < other ? 1 : -1;
}

/** Adds exchanges to a log: the last to arrive first, each once, never more than `limit`. */
export function addExchanges(
  log: ExchangeLog,
  batch: Partial<ExchangeLog>,
  limit = exchangeLogLimit,
): ExchangeLog {
  const byId = new Map<string, ExchangeSummary>();
  for (const item of [...(batch.items ?? []), ...log.items]) if (!byId.has(item.id)) byId.set(item.id, item);
  return {
    items: [...byId.values()].toSorted(byArrival).slice(0, limit),
    skipped: log.skipped + (batch.skipped ?? 0),
    notRecorded: batch.notRecorded ?? log.notRecorded,
    bodiesDropped: log.bodiesDropped + (batch.bodiesDropped ?? 0),
  };
}
