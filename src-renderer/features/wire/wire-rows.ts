import type { ExchangeSummary } from '#shared/api/index.ts';
import { sourceOf } from '#shared/exchange/traffic-sources.ts';
import { type ExchangeRow, foldExchanges } from '../../ui/folded-exchanges.ts';

/**
 * The rows of the wire, the newest first. Traffic of the attack catalogue is left out: a run of it would push everything
 * else off the wire.
 */
export function wireRows(records: readonly ExchangeSummary[]): readonly ExchangeRow[] {
  return foldExchanges(records.filter((record) => sourceOf(record) !== 'attacks'));
}
