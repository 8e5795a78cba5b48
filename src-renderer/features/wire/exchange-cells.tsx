import type { ExchangeSummary } from '#shared/api/index.ts';
import { sourceOf } from '#shared/exchange/traffic-sources.ts';
import { Arrived, Parties, Took } from '../../ui/exchange-ends.tsx';
import { type ExchangeRow, foldExchanges } from '../../ui/folded-exchanges.ts';
import { Refusal } from '../../ui/refusal.tsx';
import { RequestTarget } from '../../ui/request-target.tsx';
import { StatusCode } from '../../ui/status-code.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';

/** The cells of one exchange, in the strip and in the list alike. */
export function ExchangeCells({ row }: { readonly row: ExchangeRow }) {
  const isRefused = row.rule !== '' || row.remark !== '';
  return (
    <>
      <Arrived row={row} />
      <Parties row={row} />
      <span className="mono">{row.method}</span>
      <span className="mono clip">
        <RequestTarget target={row.target.replace(/\?.*$/s, '')} />
      </span>
      {row.status === null ? (
        <span className="c-danger">{sharedMessages.wire.noAnswer}</span>
      ) : (
        <StatusCode status={row.status} />
      )}
      <span className="wire-took mono num muted">
        <Took row={row} />
      </span>
      {isRefused ? (
        <Refusal rule={row.rule} remark={row.remark} />
      ) : (
        <span className="clip muted">{clientOf(row)}</span>
      )}
    </>
  );
}

/** The client that an exchange belongs to, from its tags; empty where it belongs to none. */
function clientOf(row: Pick<ExchangeRow, 'tags'>): string {
  return row.tags.find((tag) => tag.startsWith('client:'))?.slice('client:'.length) ?? '';
}

/**
 * The rows of the wire, the newest first. Traffic of the attack catalogue is left out: a run of it would push everything
 * else off the wire.
 */
export function wireRows(records: readonly ExchangeSummary[]): readonly ExchangeRow[] {
  return foldExchanges(records.filter((record) => sourceOf(record) !== 'attacks'));
}
