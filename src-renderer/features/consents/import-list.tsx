import { useMutation, useQuery } from '@tanstack/react-query';
import { FileCheck, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Bar } from '#renderer/ui/bar.tsx';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { Confirm } from '#renderer/ui/confirm.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { OpenedRow, Table } from '#renderer/ui/table.tsx';
import { Verdict, type VerdictProps } from '#renderer/ui/verdict.tsx';
import { formatDateTime } from '#renderer/words/format.ts';
import { importPath } from '#renderer/workbench/addresses.ts';
import { useCommands } from '#renderer/workbench/commands.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import { useTab, useTabLabel } from '#renderer/workbench/tab-context.tsx';
import type { ImportView } from '#shared/api/index.ts';
import { settledOf } from './counts.ts';
import { useSample } from './file/use-sample.ts';
import { importMessages } from './words.ts';

const messages = importMessages.imports;

/** While something goes on, the list is read again so often, in milliseconds. */
const refreshMillis = 1_000;

const verdicts: Readonly<Record<ImportView['state'], VerdictProps['of']>> = {
  receiving: 'inconclusive',
  editing: 'inconclusive',
  ready: 'inconclusive',
  loading: 'inconclusive',
  paused: 'warning',
  halted: 'failed',
  cancelled: 'skipped',
  loaded: 'passed',
  undoing: 'inconclusive',
  undone: 'skipped',
};

function isMoving({ state, work }: ImportView): boolean {
  return state === 'loading' || state === 'undoing' || work?.state === 'running' || work?.state === 'queued';
}

/** How far a load has come, or how much there is to load. */
function Progress({ view }: { readonly view: ImportView }) {
  const { counts, rows, job } = view;
  const settled = settledOf(counts);
  if (counts.total === 0 || (settled === 0 && view.state === 'editing'))
    return rows === null ? null : <span className="mono">{messages.rows(rows)}</span>;
  return (
    <span className="imp-progress">
      <Bar label={job.name} done={settled} failed={counts.failed} total={counts.total} />
      <span className="mono">{messages.settled(settled, counts.total)}</span>
      {counts.failed === 0 ? null : <span className="mono c-danger">{messages.failed(counts.failed)}</span>}
    </span>
  );
}

interface RowProps {
  readonly view: ImportView;
  readonly onRemove: () => void;
}

function ImportRow({ view, onRemove }: RowProps) {
  const { job, state } = view;
  return (
    <OpenedRow onOpen={() => openLink(importPath(job.id))}>
      <th scope="row">
        <button
          type="button"
          className="lnk imp-name"
          data-words="data"
          onClick={() => openLink(importPath(job.id))}
        >
          {job.name}
        </button>
      </th>
      <td>
        <Verdict of={verdicts[state]} bare word={messages.states[state]} />
      </td>
      <td>
        <Progress view={view} />
      </td>
      <td className="mono wrap">{job.source.name}</td>
      <td className="mono wrap">{job.target ?? <span className="muted">{messages.noTarget}</span>}</td>
      <td className="mono">{formatDateTime(job.createdAtMillis)}</td>
      <td className="acts-cell">
        <SmallGhostButton
          icon={Trash2}
          label={messages.remove(job.name)}
          disabled={isMoving(view)}
          onPress={onRemove}
        />
      </td>
    </OpenedRow>
  );
}

function Imports({ imports }: { readonly imports: readonly ImportView[] }) {
  const { client, orpc, queryClient } = useApi();
  const [removed, setRemoved] = useState<ImportView | null>(null);
  const removing = useMutation({
    mutationFn: (id: string) => client.imports.remove({ id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: orpc.imports.list.key() }),
    onSettled: () => setRemoved(null),
  });
  const { columns } = messages;
  return (
    <ScrollRegion label={messages.title}>
      {removing.error === null ? null : <ProblemNote problem={toProblem(removing.error)} />}
      <Table
        label={messages.title}
        className="rows imp-list-table"
        columns={[
          columns.name,
          columns.state,
          columns.progress,
          columns.file,
          columns.target,
          columns.created,
          null,
        ]}
      >
        {imports.map((view) => (
          <ImportRow key={view.job.id} view={view} onRemove={() => setRemoved(view)} />
        ))}
      </Table>
      {removed === null ? null : (
        <Confirm
          title={messages.removing.title}
          text={messages.removing.text(removed.job.name)}
          act={messages.removing.act}
          isBusy={removing.isPending}
          onAct={() => removing.mutate(removed.job.id)}
          onClose={() => setRemoved(null)}
        />
      )}
    </ScrollRegion>
  );
}

/** All imports of the workspace, and the way to a new one. */
export function ImportList() {
  const { orpc } = useApi();
  const { navigate } = useTab();
  useTabLabel(messages.title);
  const sample = useSample();
  const add = () => navigate(importPath('new'));
  useCommands([{ id: 'consents.new', title: messages.commands.add, group: 'file', run: add }]);
  const list = useQuery({
    ...orpc.imports.list.queryOptions({ staleTime: 0 }),
    refetchInterval: (query) => (query.state.data?.some(isMoving) === true ? refreshMillis : false),
  });
  if (list.error !== null) return <ProblemNote problem={toProblem(list.error)} />;
  if (list.data === undefined) return <div className="screen-loading" />;
  const button = (
    <Button kind="ink" icon={Plus} onPress={add}>
      {messages.add}
    </Button>
  );
  if (list.data.length === 0)
    return (
      <>
        {sample.error === null ? null : <ProblemNote problem={toProblem(sample.error)} />}
        <Empty
          icon={FileCheck}
          title={messages.emptyTitle}
          text={messages.emptyText}
          actions={
            <>
              {button}
              <Button onPress={sample.start}>{messages.file.sample}</Button>
            </>
          }
        />
      </>
    );
  const newestFirst = list.data.toSorted((one, other) => other.job.createdAtMillis - one.job.createdAtMillis);
  return (
    <div className="imp-list">
      <div className="toolbar">
        <h1 className="title">{messages.title}</h1>
        <span className="push" />
        {button}
      </div>
      <Imports imports={newestFirst} />
    </div>
  );
}
