import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileConflict, OpenedFile } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Table } from '../../ui/table.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import './merge-dialog.css';

const messages = sharedMessages.merge;

type Side = 'mine' | 'theirs';
type Choices = Readonly<Record<string, Side>>;

interface ConflictRowProps {
  readonly conflict: FileConflict;
  readonly choice: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

function ConflictRow({ conflict, choice, onChoose }: ConflictRowProps) {
  const { pointer, base } = conflict;
  const label = pointer === '' ? messages.document : pointer;
  const side = (which: Side) => (
    <td>
      <label className="merge-side">
        <input
          type="radio"
          name={`side ${pointer}`}
          checked={choice === which}
          onChange={() => onChoose(which)}
          aria-label={`${messages.choice(label)}: ${messages[which]}`}
        />
        <pre className="code">{conflict[which] ?? messages.absent}</pre>
      </label>
    </td>
  );
  return (
    <tr>
      <th scope="row" className="mono wrap">
        {label}
      </th>
      <td>
        <pre className="code muted">{base ?? messages.absent}</pre>
      </td>
      {side('mine')}
      {side('theirs')}
    </tr>
  );
}

export interface MergeDialogProps {
  readonly file: string;
  readonly baseText: string;
  readonly mineText: string;
  readonly onMerged: (text: string, theirs: OpenedFile) => void;
  readonly onClose: () => void;
}

/** Brings a draft together with what somebody else wrote: what both changed is decided here, place by place. */
export function MergeDialog({ file, baseText, mineText, onMerged, onClose }: MergeDialogProps) {
  const { client } = useApi();
  const [choices, setChoices] = useState<Choices>({});
  // The places stay listed as they are decided, so that a decision can be changed.
  const places = useQuery({
    queryKey: ['merge places', file, baseText, mineText],
    queryFn: () => client.workspace.mergeFile({ file, baseText, mineText, choices: {} }),
    staleTime: 0,
    gcTime: 0,
  });
  const merge = useQuery({
    queryKey: ['merge', file, baseText, mineText, choices],
    queryFn: () => client.workspace.mergeFile({ file, baseText, mineText, choices: { ...choices } }),
    staleTime: 0,
    gcTime: 0,
  });
  const conflicts = places.data?.conflicts ?? [];
  const all = (side: Side) => setChoices(Object.fromEntries(conflicts.map(({ pointer }) => [pointer, side])));
  const mergedText = merge.data?.mergedText ?? null;
  const error = places.error ?? merge.error;
  return (
    <ActDialog
      wide
      title={messages.title(file)}
      act={messages.act}
      disabled={mergedText === null}
      onAct={() => {
        if (mergedText !== null && merge.data !== undefined) onMerged(mergedText, merge.data.theirs);
      }}
      onClose={onClose}
    >
      <p className="muted">{messages.text}</p>
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      <ScrollRegion className="dialog-scroll" label={messages.title(file)}>
        <Table
          className="rows merge-table"
          columns={[messages.place, messages.base, messages.mine, messages.theirs]}
        >
          {conflicts.map((conflict) => (
            <ConflictRow
              key={conflict.pointer}
              conflict={conflict}
              choice={choices[conflict.pointer]}
              onChoose={(side) => setChoices((before) => ({ ...before, [conflict.pointer]: side }))}
            />
          ))}
        </Table>
      </ScrollRegion>
      <div className="row wraps">
        <Button small disabled={conflicts.length === 0} onPress={() => all('mine')}>
          {messages.keepMine}
        </Button>
        <Button small disabled={conflicts.length === 0} onPress={() => all('theirs')}>
          {messages.keepTheirs}
        </Button>
      </div>
    </ActDialog>
  );
}
