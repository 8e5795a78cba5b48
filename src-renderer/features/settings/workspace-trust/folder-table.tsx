import { useMutation, useQuery } from '@tanstack/react-query';
import type { TrustedFolder } from '#shared/api/index.ts';
import { useApi } from '../../../api/api-context.tsx';
import { toProblem } from '../../../api/problem.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ProblemNote } from '../../../ui/note.tsx';
import { reportProblem } from '../../../ui/report-problem.ts';
import { acts, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatDateTime } from '../../../words/format.ts';
import { settingsMessages } from '../words.ts';

const messages = settingsMessages.workspaceTrust;

interface RowProps {
  readonly folder: TrustedFolder;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

function FolderRow({ folder, isBusy, onRevoke }: RowProps) {
  const { name, directory, decision, decidedAtMillis, items, exists, isOpen } = folder;
  return (
    <tr>
      <th scope="row" className="wrap">
        {name} <span className="mono muted">{directory}</span>{' '}
        {exists ? null : <Badge>{messages.gone}</Badge>}
        {isOpen ? <Badge>{messages.isOpen}</Badge> : null}
      </th>
      <td>
        {messages.decisions[decision]}
        {decision === 'trusted' ? `, ${messages.mayDo(items.length)}` : ''}
      </td>
      <td>{decision === 'open' ? '' : formatDateTime(decidedAtMillis)}</td>
      <td className="acts-cell">
        {decision === 'trusted' && !isOpen ? (
          <Button small label={messages.revokeOf(directory)} disabled={isBusy} onPress={onRevoke}>
            {messages.restrictIt}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

/** Every folder that was opened on this machine, with its decision, which can be taken back. */
export function FolderTable() {
  const { client, orpc, queryClient } = useApi();
  const folders = useQuery(orpc.workspaceTrust.folders.queryOptions({ staleTime: 1_000 }));
  const revoke = useMutation({
    mutationFn: (directory: string) => client.workspaceTrust.revoke({ directory }),
    onSuccess: (_left, directory) => toast(messages.restricted(directory)),
    onError: reportProblem,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.workspaceTrust.key() }),
  });
  if (folders.error !== null) return <ProblemNote problem={toProblem(folders.error)} />;
  const list = folders.data ?? [];
  if (list.length === 0) return null;
  return (
    <section className="trust-part">
      <h3 className="label">{messages.folders}</h3>
      <div className="table-scroll">
        <Table label={messages.folders} columns={[messages.folder, messages.decision, messages.when, acts]}>
          {list.map((folder) => (
            <FolderRow
              key={folder.directory}
              folder={folder}
              isBusy={revoke.isPending}
              onRevoke={() => revoke.mutate(folder.directory)}
            />
          ))}
        </Table>
      </div>
    </section>
  );
}
