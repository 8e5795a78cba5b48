import { ArrowDown } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { activityWords } from './words.ts';

const words = activityWords.activity;

interface ListNotesProps {
  /** Rows that came while the list did not follow. */
  readonly fresh: number;
  readonly onFollow: () => void;
  readonly notRecorded: number;
  readonly bodiesDropped: number;
  readonly selected: number;
}

/** Notes beside the list: number of new rows, records and bodies that are missing, and number of selected rows. */
export function ListNotes({ fresh, onFollow, notRecorded, bodiesDropped, selected }: ListNotesProps) {
  return (
    <>
      {fresh === 0 ? null : (
        <span className="new-rows">
          <Button small kind="ink" icon={ArrowDown} onPress={onFollow}>
            {words.newRows(fresh)}
          </Button>
        </span>
      )}
      {notRecorded === 0 ? null : <p className="remark">{words.notRecorded(notRecorded)}</p>}
      {bodiesDropped === 0 ? null : <p className="remark">{words.bodiesDropped(bodiesDropped)}</p>}
      {selected < 2 ? null : <p className="remark">{words.selected(selected)}</p>}
    </>
  );
}
