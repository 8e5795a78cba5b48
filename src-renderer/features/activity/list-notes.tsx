import { ArrowDown } from 'lucide-react';
import type { ActivityRow } from '#shared/api/index.ts';
import { Button } from '../../ui/button.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity;

interface ListNotesProps {
  /** Rows that came while the list did not follow. */
  readonly fresh: number;
  readonly onFollow: () => void;
  readonly notRecorded: number;
  readonly bodiesDropped: number;
  readonly selected: number;
  /** The exchange that is marked for comparisons. */
  readonly marked: ActivityRow | null;
  readonly onUnmark: () => void;
}

/** Notes beside the list: number of new rows, records and bodies that are missing, and number of selected rows. */
export function ListNotes(props: ListNotesProps) {
  const { fresh, onFollow, notRecorded, bodiesDropped, selected, marked, onUnmark } = props;
  return (
    <>
      {fresh === 0 ? null : (
        <span className="new-rows">
          <Button small kind="ink" icon={ArrowDown} onPress={onFollow}>
            {messages.newRows(fresh)}
          </Button>
        </span>
      )}
      {notRecorded === 0 ? null : <p className="remark">{messages.notRecorded(notRecorded)}</p>}
      {bodiesDropped === 0 ? null : <p className="remark">{messages.bodiesDropped(bodiesDropped)}</p>}
      {marked === null ? null : (
        <p className="remark row">
          <span>
            {sharedMessages.exchange.markedA(`${marked.method} ${marked.target.replace(/\?.*$/s, '')}`)}
          </span>
          <button type="button" className="lnk" onClick={onUnmark}>
            {messages.unmark}
          </button>
        </p>
      )}
      {selected < 2 ? null : <p className="remark">{messages.selected(selected)}</p>}
    </>
  );
}
