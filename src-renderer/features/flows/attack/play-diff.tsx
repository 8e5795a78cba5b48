import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { DiffTable } from '#renderer/ui/diff-table.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { ComparedExchanges } from './exchange-pairs.ts';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

export interface PlayDiffProps {
  readonly pair: ComparedExchanges;
  readonly onClose: () => void;
}

/** Shows where the attack went otherwise than the flow that is as it should be. */
export function PlayDiff({ pair, onClose }: PlayDiffProps) {
  const { orpc } = useApi();
  const { stepId, controlId, mutantId } = pair;
  const diff = useQuery(
    orpc.exchanges.diff.queryOptions({ input: { leftId: controlId, rightId: mutantId } }),
  );
  const title = messages.diffTitle(stepId);
  return (
    <Dialog wide title={title} onClose={onClose}>
      <div className="dialog-body">
        <ScrollRegion className="dialog-scroll" label={title}>
          {diff.error === null ? null : <ProblemNote problem={toProblem(diff.error)} />}
          {diff.data === undefined ? null : (
            <DiffTable lines={diff.data} left={messages.control} right={messages.mutant} />
          )}
        </ScrollRegion>
      </div>
    </Dialog>
  );
}
