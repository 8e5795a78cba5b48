import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { DiffTable } from '#renderer/ui/diff-table.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';

const messages = sharedMessages.diff;

const ways = [
  { id: 'words', label: messages.words },
  { id: 'bytes', label: messages.bytes },
] as const;

export interface DifferenceDialogProps {
  readonly leftId: string;
  readonly rightId: string;
  /** The headings of the columns. */
  readonly titles: readonly [left: string, right: string];
  readonly onClose: () => void;
}

/** Shows where two exchanges differ. */
export function DifferenceDialog({ leftId, rightId, titles, onClose }: DifferenceDialogProps) {
  const { orpc } = useApi();
  const [by, setBy] = useState<'words' | 'bytes'>('words');
  const diff = useQuery(orpc.exchanges.diff.queryOptions({ input: { leftId, rightId, by } }));
  return (
    <Dialog wide title={messages.titleExchanges} onClose={onClose}>
      <div className="dialog-body">
        <div className="row">
          <Segmented label={messages.by} options={ways} value={by} mini onChange={setBy} />
        </div>
        <ScrollRegion className="dialog-scroll" label={messages.titleExchanges}>
          {diff.error === null ? null : <ProblemNote problem={toProblem(diff.error)} />}
          {diff.data === undefined ? null : (
            <DiffTable lines={diff.data} left={titles[0]} right={titles[1]} />
          )}
        </ScrollRegion>
      </div>
    </Dialog>
  );
}
