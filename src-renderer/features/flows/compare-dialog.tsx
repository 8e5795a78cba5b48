import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { DiffTable } from '#renderer/ui/diff-table.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { comparedExchange } from './compare.ts';
import type { KeyedStep } from './sequence-layout.ts';

const messages = sharedMessages.diff;

export interface CompareDialogProps {
  readonly runs: readonly FlowRun[];
  readonly run: FlowRun;
  readonly first: FlowRun;
  readonly step: KeyedStep;
  readonly onClose: () => void;
}

/** Shows where the same step went differently in two runs. */
export function CompareDialog({ runs, run, first, step, onClose }: CompareDialogProps) {
  const { orpc } = useApi();
  const [otherId, setOtherId] = useState(first.id);
  const other = runs.find((candidate) => candidate.id === otherId) ?? first;
  const leftId = comparedExchange(other, step.id);
  const rightId = comparedExchange(run, step.id);
  const input = leftId === null || rightId === null ? skipToken : { leftId, rightId };
  const diff = useQuery(orpc.exchanges.diff.queryOptions({ input }));
  const [left, right] = [messages.run(other.number), messages.run(run.number)];
  const missing = leftId === null ? other : rightId === null ? run : null;
  return (
    <Dialog wide title={messages.title(step.step.number, left, right)} onClose={onClose}>
      <div className="dialog-body">
        <Select
          label={messages.with}
          options={runs
            .filter((candidate) => candidate.id !== run.id)
            .map((candidate) => ({ id: candidate.id, label: messages.run(candidate.number) }))}
          value={other.id}
          onChange={setOtherId}
        />
        <ScrollRegion className="dialog-scroll" label={messages.titleExchanges}>
          {missing === null ? null : <p className="remark">{messages.missing(missing.number)}</p>}
          {diff.error === null ? null : <ProblemNote problem={toProblem(diff.error)} />}
          {diff.data === undefined ? null : <DiffTable lines={diff.data} left={left} right={right} />}
        </ScrollRegion>
      </div>
    </Dialog>
  );
}
