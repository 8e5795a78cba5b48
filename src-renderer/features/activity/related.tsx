import type { ActivityRow } from '#shared/api/index.ts';
import { Arrived } from '../../ui/exchange-ends.tsx';
import { ListBox } from '../../ui/list-box.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { RequestTarget } from '../../ui/request-target.tsx';
import { StatusCode } from '../../ui/status-code.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity;

export interface RelatedProps {
  readonly id: string;
  readonly rows: readonly ActivityRow[];
  readonly onSelect: (id: string) => void;
}

/** The exchanges of the same run, and the record from the other end. */
export function Related({ id, rows, onSelect }: RelatedProps) {
  if (rows.length === 0) return <p className="remark">{messages.relatedEmpty}</p>;
  return (
    <ListBox
      className="scroll related"
      label={messages.related}
      items={rows}
      selectedId={id}
      onSelect={(row) => onSelect(row.id)}
      itemClass={() => 'related-row inset'}
    >
      {(row) => (
        <>
          <Arrived row={row} />
          <span className={`mono strong svc-${row.service}`}>
            {sharedMessages.wire.services[row.service] ?? row.service}
          </span>
          <span className="mono">{row.method}</span>
          <span className="mono clip">
            <RequestTarget target={row.target} />
          </span>
          {row.status === null ? (
            <span className="c-danger">{sharedMessages.wire.noAnswer}</span>
          ) : (
            <StatusCode status={row.status} />
          )}
          <Refusal rule={row.rule} remark={row.remark} />
        </>
      )}
    </ListBox>
  );
}
