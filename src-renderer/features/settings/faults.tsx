import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FaultRule } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { Table, unseen } from '../../ui/table.tsx';
import { strings } from '../../words/strings.ts';
import { FaultForm } from './fault-form.tsx';

const words = strings.faults;

function placeOf({ path, clientId }: FaultRule): string {
  const parts = [path, clientId === undefined ? undefined : words.ofClient(clientId)].filter(Boolean);
  return parts.length === 0 ? words.everywhere : parts.join(', ');
}

function FaultRow({ rule, onRemove }: { readonly rule: FaultRule; readonly onRemove: () => void }) {
  const what = words.describe(rule.effect);
  return (
    <tr>
      <th scope="row" className="wrap">
        {what}
      </th>
      <td className="wrap">
        {strings.status.services[rule.service].name}, <span className="mono">{placeOf(rule)}</span>
      </td>
      <td className="acts-cell">
        <Button small kind="ghost" label={words.removeOf(what)} onPress={onRemove}>
          {words.remove}
        </Button>
      </td>
    </tr>
  );
}

/** Faults: those that are on, and one more. */
export function Faults() {
  const { client, orpc } = useApi();
  const queryClient = useQueryClient();
  const listed = useQuery(orpc.faults.list.queryOptions({ staleTime: 0 }));
  const remove = useMutation({
    mutationFn: (id: string) => client.faults.remove({ id }),
    onError: reportProblem,
    onSettled: () => queryClient.invalidateQueries({ queryKey: orpc.faults.key() }),
  });
  const rules = listed.data ?? [];
  return (
    <div className="settings-form wide">
      <p className="muted">{words.about}</p>
      {listed.error === null ? null : <ProblemNote problem={toProblem(listed.error)} />}
      {rules.length === 0 ? (
        <p>
          <b>{words.none}.</b> {words.noneMore}
        </p>
      ) : (
        <div className="table-scroll">
          <Table label={words.list} columns={[words.effect, words.where, unseen(words.remove)]}>
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
