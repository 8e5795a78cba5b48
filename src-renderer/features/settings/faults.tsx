import { useMutation, useQuery } from '@tanstack/react-query';
import type { FaultRule } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { Table, unseen } from '../../ui/table.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { FaultForm } from './fault-form.tsx';

const messages = sharedMessages.faults;

function placeOf({ path, clientId }: FaultRule): string {
  const parts = [path, clientId === undefined ? undefined : messages.ofClient(clientId)].filter(Boolean);
  return parts.length === 0 ? messages.everywhere : parts.join(', ');
}

function FaultRow({ rule, onRemove }: { readonly rule: FaultRule; readonly onRemove: () => void }) {
  const what = messages.describe(rule.effect);
  return (
    <tr>
      <th scope="row" className="wrap">
        {what}
      </th>
      <td className="wrap">
        {sharedMessages.status.services[rule.service].name}, <span className="mono">{placeOf(rule)}</span>
      </td>
      <td className="acts-cell">
        <SmallGhostButton label={messages.removeOf(what)} onPress={onRemove}>
          {messages.remove}
        </SmallGhostButton>
      </td>
    </tr>
  );
}

/** Faults: those that are on, and one more. */
export function Faults() {
  const { client, orpc, queryClient } = useApi();
  const listed = useQuery(orpc.faults.list.queryOptions({ staleTime: 0 }));
  const remove = useMutation({
    mutationFn: (id: string) => client.faults.remove({ id }),
    onError: reportProblem,
    onSettled: () => queryClient.invalidateQueries({ queryKey: orpc.faults.key() }),
  });
  const rules = listed.data ?? [];
  return (
    <div className="settings-form wide form">
      <p className="muted">{messages.about}</p>
      {listed.error === null ? null : <ProblemNote problem={toProblem(listed.error)} />}
      {rules.length === 0 ? (
        <p>
          <b>{messages.none}.</b> {messages.noneMore}
        </p>
      ) : (
        <div className="table-scroll">
          <Table label={messages.list} columns={[messages.effect, messages.where, unseen(messages.remove)]}>
            {rules.map((rule) => (
              <FaultRow key={rule.id} rule={rule} onRemove={() => remove.mutate(rule.id)} />
            ))}
          </Table>
        </div>
      )}
      <FaultForm />
    </div>
  );
}
