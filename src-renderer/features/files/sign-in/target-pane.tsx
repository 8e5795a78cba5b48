import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api-context.tsx';
import { toProblem } from '../../../api/problem.ts';
import { Button, SmallGhostButton } from '../../../ui/button.tsx';
import { ProblemNote } from '../../../ui/note.tsx';
import { formatDateTime } from '../../../words/format.ts';
import { filePath } from '../../../workbench/addresses.ts';
import { openLink } from '../../../workbench/layout-store.ts';
import { signInMessages as messages } from '../../../workbench/sign-in/words.ts';
import { TrySignIn } from './try-sign-in.tsx';
import './sign-in.css';

/** The file that describes the sign-in of a server, or that none is needed. */
function Described({ target }: { readonly target: string }) {
  const { orpc } = useApi();
  const all = useQuery(orpc.signIns.list.queryOptions({ staleTime: 2_000 }));
  const named = all.data?.find(({ targets }) => targets.includes(target));
  if (all.data === undefined) return null;
  if (named === undefined) return <p className="sign-in-fact">{messages.undescribed}</p>;
  return (
    <p className="sign-in-fact">
      <span className="wrap">{messages.describedBy(named.title, named.acts)}</span>
      <Button small onPress={() => openLink(filePath(named.file))}>
        {messages.openFile(named.file)}
      </Button>
    </p>
  );
}

/** Sessions that unattended runs go on with at a server. */
function Sessions({ target }: { readonly target: string }) {
  const { client, orpc } = useApi();
  const sessions = useQuery(orpc.signIns.sessions.queryOptions({ staleTime: 0 }));
  const forget = useMutation({
    mutationFn: (username: string) => client.signIns.forget({ target, username }),
    onSuccess: () => sessions.refetch(),
  });
  const error = sessions.error ?? forget.error;
  const kept = sessions.data?.filter((session) => session.target === target) ?? [];
  return (
    <>
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      {kept.map(({ username, keptAtMillis }) => (
        <p key={username} className="sign-in-fact">
          <span className="wrap">{messages.session(username, formatDateTime(keptAtMillis))}</span>
          <SmallGhostButton disabled={forget.isPending} onPress={() => forget.mutate(username)}>
            {messages.forgetSession}
          </SmallGhostButton>
        </p>
      ))}
    </>
  );
}

/** How people are signed in at a server while nobody is at the screen, beside the text of its file. */
export function TargetPane({ target }: { readonly target: string }) {
  return (
    <section className="sign-in-acts sign-in-target" aria-label={messages.ofServer}>
      <div className="pane-head">
        <h3 className="label">{messages.ofServer}</h3>
      </div>
      <TrySignIn targets={[target]} />
      <Described target={target} />
      <Sessions target={target} />
    </section>
  );
}
