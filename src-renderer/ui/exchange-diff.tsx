import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { toProblem } from '../api/problem.ts';
import { strings } from '../words/strings.ts';
import { Dialog } from './dialog.tsx';
import { DiffTable } from './diff-table.tsx';
import { ProblemNote } from './note.tsx';
import { ScrollRegion } from './scroll-region.tsx';
import { Segmented } from './segmented.tsx';

const words = strings.diff;

const ways = [
  { id: 'words', label: words.words },
  { id: 'bytes', label: words.bytes },
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
    <Dialog wide title={words.titleExchanges} onClose={onClose}>
      <div className="dialog-body">
        <div className="row">
          <Segmented label={words.by} options={ways} value={by} mini onChange={setBy} />
        </div>
        <ScrollRegion className="dialog-scroll" label={words.titleExchanges}>
          {diff.error === null ? null : <ProblemNote problem={toProblem(diff.error)} />}
          {diff.data === undefined ? null : (
            <DiffTable lines={diff.data} left={words.older} right={words.newer} />
          )}
        </ScrollRegion>
      </div>
    </Dialog>
  );
}
