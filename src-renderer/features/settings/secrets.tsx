import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Secret } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { Drawn, Icon } from '../../ui/icon.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { acts, Table } from '../../ui/table.tsx';
import { toastUndo } from '../../ui/toast.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { SecretDialog } from '../../workbench/secret-dialog.tsx';
import { Sealing } from './sealing.tsx';
import { SecretUsers, WaitingUses } from './secret-uses.tsx';

const messages = sharedMessages.secrets;

interface SecretRowProps {
  readonly secret: Secret;
  readonly onStore: () => void;
  readonly onRemove: () => void;
}

function SecretRow({ secret, onStore, onRemove }: SecretRowProps) {
  const { name, isStored } = secret;
  const store = isStored ? messages.replace : messages.storeIt;
  return (
    <tr>
      <th scope="row">
        <span className="bind">
          <Icon of={KeyRound} small />
          {name}
        </span>
      </th>
      <td>
        <SecretUsers secret={secret} />
      </td>
      <td>
        <span className={isStored ? 'row tight c-ok' : 'row tight c-danger'}>
          <Drawn name={isStored ? 'passed' : 'failed'} small />
          {isStored ? messages.isStored : messages.isMissing}
        </span>
      </td>
      <td className="acts-cell">
        <span className="row tight">
          <Button small label={`${store} ${name}`} onPress={onStore}>
            {store}
          </Button>
          {isStored ? (
            <SmallGhostButton label={messages.removeOf(name)} onPress={onRemove}>
              {messages.remove}
            </SmallGhostButton>
          ) : null}
        </span>
      </td>
    </tr>
  );
}

function SecretTable({
  secrets,
  onStore,
}: {
  readonly secrets: readonly Secret[];
  readonly onStore: (name: string) => void;
}) {
  const { client, orpc, queryClient } = useApi();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: orpc.secrets.key() });
  const restore = useMutation({
    mutationFn: (undoId: string) => client.secrets.restore({ undoId }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (name: string) => client.secrets.remove({ name }),
    onSuccess: ({ undoId }, name) => toastUndo(messages.removed(name), () => restore.mutate(undoId)),
    onError: reportProblem,
    onSettled: refresh,
  });
  return (
    <div className="table-scroll">
      <Table
        label={messages.list}
        className="rows secrets-table"
        columns={[messages.name, messages.usedBy, messages.state, acts]}
      >
        {secrets.map((secret) => (
          <SecretRow
            key={secret.name}
            secret={secret}
            onStore={() => onStore(secret.name)}
            onRemove={() => remove.mutate(secret.name)}
          />
        ))}
      </Table>
    </div>
  );
}

/** The secrets of the workspace by their names, and the key that seals them. */
export function Secrets() {
  const { orpc } = useApi();
  const [stored, setStored] = useState<{ readonly name: string | null } | null>(null);
  const secrets = useQuery(orpc.secrets.list.queryOptions({ staleTime: 1_000 }));
  const list = secrets.data ?? [];
  return (
    <div className="settings-form wide form">
      <p className="muted">{messages.help}</p>
      {secrets.error === null ? null : <ProblemNote problem={toProblem(secrets.error)} />}
      <WaitingUses secrets={list} />
      {list.length === 0 && secrets.isSuccess ? (
        <p>{messages.empty}</p>
      ) : (
        <SecretTable secrets={list} onStore={(name) => setStored({ name })} />
      )}
      <div className="row">
        <Button onPress={() => setStored({ name: null })}>{messages.add}</Button>
      </div>
      <Sealing />
      {stored === null ? null : <SecretDialog name={stored.name} onClose={() => setStored(null)} />}
    </div>
  );
}
