import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { toProblem } from '../api/problem.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { Dialog } from './dialog.tsx';
import { DiffTable } from './diff-table.tsx';
import { ProblemNote } from './note.tsx';
import { ScrollRegion } from './scroll-region.tsx';
import { Segmented } from './segmented.tsx';

const messages = sharedMessages.diff;

const ways = [
  { id: 'words', label: messages.words },
  { id: 'bytes', label: messages.bytes },
] as const;

export interface ExchangeDiffProps {
  readonly leftId: string;
  readonly rightId: string;
  readonly onClose: () => void;
}

/** Shows where two exchanges differ: the one chosen before, and the one chosen now. */
export function ExchangeDiff({ leftId, rightId, onClose }: ExchangeDiffProps) {
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
            <DiffTable lines={diff.data} left={messages.older} right={messages.newer} />
          )}
        </ScrollRegion>
      </div>
    </Dialog>
  );
}
