import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { formatDateTime } from '#renderer/words/format.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.session;

export interface SessionPartProps {
  /** The name of the other server. */
  readonly target: string;
  readonly username: string;
}

/** The session of a user at another server that unattended runs go on with, and how it is forgotten. */
export function SessionPart({ target, username }: SessionPartProps) {
  const { client, orpc } = useApi();
  const sessions = useQuery(orpc.signIns.sessions.queryOptions({ staleTime: 0 }));
  const forget = useMutation({
    mutationFn: () => client.signIns.forget({ target, username }),
    onSuccess: () => sessions.refetch(),
  });
  const kept = sessions.data?.find((session) => session.target === target && session.username === username);
  const problem = sessions.error ?? forget.error;
  return (
    <fieldset className="option-group">
      <legend>{messages.title}</legend>
      <div className="option-fields">
        <div className="field">
          <p>
            {kept === undefined
              ? messages.none(username)
              : messages.kept(username, formatDateTime(kept.keptAtMillis))}
          </p>
          <span className="help">{messages.help}</span>
          <span>
            <Button small disabled={kept === undefined || forget.isPending} onPress={() => forget.mutate()}>
              {messages.forget}
            </Button>
          </span>
          {problem === null ? null : <ProblemNote problem={toProblem(problem)} />}
        </div>
      </div>
    </fieldset>
  );
}
