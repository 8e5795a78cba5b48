import { CalendarClock, Flag, Pencil, Pin } from 'lucide-react';
import type { ActivityRow } from '#shared/api/index.ts';
import { editedTag } from '#shared/exchange/traffic-sources.ts';
import { Arrived, Parties, Took } from '../../ui/exchange-ends.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { LogColumn } from '../../ui/log-row.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { RequestTarget } from '../../ui/request-target.tsx';
import { StatusCode } from '../../ui/status-code.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity;

/** The value of a tag of an exchange, for example of `client`; empty where it has none. */
export function tagValue(row: Pick<ActivityRow, 'tags'>, kind: string): string {
  return row.tags.find((tag) => tag.startsWith(`${kind}:`))?.slice(kind.length + 1) ?? '';
}

/** True if the request was changed before it was sent. */
export function isEdited({ tags }: Pick<ActivityRow, 'tags'>): boolean {
  return tags.includes(editedTag);
}

/** Tells a request that somebody changed from what a flow sends by itself. */
export function EditedMark() {
  return (
    <span className="bind edited">
      <Icon of={Pencil} small />
      {messages.marks.edited}
    </span>
  );
}

function Marks({ isPinned, finding, contract }: Pick<ActivityRow, 'isPinned' | 'finding' | 'contract'>) {
  return (
    <>
      {isPinned ? <Icon of={Pin} small /> : null}
      {finding === null ? null : <Icon of={Flag} small />}
      {contract.length === 0 ? null : (
        <span className="c-warn" title={messages.marks.contract(contract)}>
          <Icon of={CalendarClock} small />
        </span>
      )}
      <span className="vh">
        {contract.length === 0 ? '' : messages.marks.contract(contract)}{' '}
        {isPinned ? messages.marks.pinned : ''} {finding === null ? '' : messages.marks.finding}
      </span>
    </>
  );
}

/** The columns of the log: one line each. */
export const columns: readonly LogColumn<ActivityRow>[] = [
  {
    id: 'marks',
    title: '',
    className: 'marks',
    cell: ({ isPinned, finding, contract }) =>
      isPinned || finding !== null || contract.length > 0 ? (
        <Marks isPinned={isPinned} finding={finding} contract={contract} />
      ) : null,
  },
  {
    id: 'time',
    title: messages.columns.time,
    cell: (row) => <Arrived row={row} />,
  },
  { id: 'source', title: messages.columns.source, cell: ({ source }) => messages.chips.source[source] },
  { id: 'service', title: messages.columns.parties, cell: (row) => <Parties row={row} /> },
  { id: 'method', title: messages.columns.method, className: 'mono', cell: ({ method }) => method },
  {
    id: 'path',
    title: messages.columns.path,
    className: 'mono path-cell',
    cell: (row) => (
      <>
        <RequestTarget target={row.target} />
        {isEdited(row) ? <EditedMark /> : null}
      </>
    ),
  },
  {
    id: 'remark',
    title: messages.columns.remark,
    className: 'remark-cell',
    cell: ({ rule, remark }) => <Refusal rule={rule} remark={remark} />,
  },
  {
    id: 'status',
    title: messages.columns.status,
    cell: ({ status }) =>
      status === null ? (
        <span className="c-danger">{sharedMessages.wire.noAnswer}</span>
      ) : (
        <StatusCode status={status} />
      ),
  },
  {
    id: 'duration',
    title: messages.columns.duration,
    className: 'mono num muted',
    cell: (row) => <Took row={row} />,
  },
  { id: 'actor', title: messages.columns.actor, className: 'mono', cell: (row) => tagValue(row, 'client') },
];

/**
 * Widths of the columns in a wide window, and in a narrow one where some are left out. A path has no usual length: it
 * takes all that names leave, and in a row without a reason the room of that as well.
 */
export const wideTemplate =
  '1.25rem 5.75rem 4.5rem 9rem 3rem minmax(8rem, 1fr) minmax(7rem, min(20rem, 22%)) 2.5rem 6.75rem minmax(4.5rem, min(8rem, 8%))';
export const narrowTemplate = '1.25rem 5.75rem 9rem minmax(6rem, 1fr) minmax(5rem, 1.4fr) 2.5rem';
const narrowColumns = new Set(['marks', 'time', 'service', 'path', 'status', 'remark']);

/** The columns that a narrow window has room for. */
export const columnsOfNarrow = columns.filter(({ id }) => narrowColumns.has(id));
