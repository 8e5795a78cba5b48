import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { strings } from '../../app/strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DiffTable } from '../../ui/diff-table.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';

const words = strings.diff;

export interface WireDiffProps {
  readonly leftId: string;
  readonly rightId: string;
  readonly onClose: () => void;
}

/** Shows where two exchanges differ: the one chosen before, and the one chosen now. */
export function WireDiff({ leftId, rightId, onClose }: WireDiffProps) {
  const { orpc } = useApi();
  const diff = useQuery(orpc.exchanges.diff.queryOptions({ input: { leftId, rightId } }));
  return (
    <Dialog wide title={words.titleExchanges} onClose={onClose}>
      <div className="dialog-body">
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
