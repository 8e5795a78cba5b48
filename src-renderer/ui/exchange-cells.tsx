import { sharedMessages } from '../words/shared-messages.ts';
import { Arrived, Parties, Took } from './exchange-ends.tsx';
import type { ExchangeRow } from './folded-exchanges.ts';
import { Refusal } from './refusal.tsx';
import { RequestTarget } from './request-target.tsx';
import { StatusCode } from './status-code.tsx';

export interface ExchangeCellsProps {
  readonly row: ExchangeRow;
  /** False: the client stands elsewhere. */
  readonly hasClient?: boolean;
}

/** The cells of one exchange, in the strip and in the list alike. */
export function ExchangeCells({ row, hasClient = true }: ExchangeCellsProps) {
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
      <span className="took mono num muted">
        <Took row={row} />
      </span>
      {isRefused ? (
        <Refusal rule={row.rule} remark={row.remark} />
      ) : (
        <span className="clip muted">{hasClient ? clientOf(row) : ''}</span>
      )}
    </>
  );
}

/** The client that an exchange belongs to, from its tags; empty where it belongs to none. */
function clientOf(row: Pick<ExchangeRow, 'tags'>): string {
  return row.tags.find((tag) => tag.startsWith('client:'))?.slice('client:'.length) ?? '';
}
