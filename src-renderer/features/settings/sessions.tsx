import { useMutation, useQuery } from '@tanstack/react-query';
import type { SessionEntry } from '#shared/web-session/messages.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { endSession, listSessions } from '../../api/web-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { acts, Table } from '../../ui/table.tsx';
import { formatCount, formatDateTime } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { runCommand } from '../../workbench/commands.ts';

const messages = sharedMessages.sessions;
const queryKey = ['sessions'];

function SessionRow({ session, onEnd }: { readonly session: SessionEntry; readonly onEnd: () => void }) {
  const browser = session.agent === '' ? messages.unnamed : session.agent;
  return (
    <tr>
      <th scope="row" className="wrap">
        {browser} {session.isOwn ? <Badge>{messages.own}</Badge> : null}
      </th>
      <td>{formatDateTime(session.startedAtMillis)}</td>
      <td>{formatDateTime(session.usedAtMillis)}</td>
      <td>{formatCount(session.windows)}</td>
      <td className="acts-cell">
        <Button small onPress={onEnd}>
          {session.isOwn ? messages.signOut : messages.end}
        </Button>
      </td>
    </tr>
  );
}

/** Which browsers may use the screens, and how each of them is signed out. */
export function Sessions() {
  const { queryClient } = useApi();
  const sessions = useQuery({ queryKey, queryFn: listSessions, staleTime: 1_000 });
  const end = useMutation({
    mutationFn: endSession,
    onError: reportProblem,
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <div className="settings-form wide form">
      <p className="muted">{messages.help}</p>
      {sessions.error === null ? null : <ProblemNote problem={toProblem(sessions.error)} />}
      <div className="table-scroll">
        <Table
          label={messages.list}
          columns={[messages.browser, messages.started, messages.used, messages.windows, acts]}
        >
          {(sessions.data ?? []).map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
          ))}
        </Table>
      </div>
      <div className="row">
        <Button onPress={() => runCommand('file.new-window')}>{messages.newWindow}</Button>
      </div>
    </div>
  );
}
