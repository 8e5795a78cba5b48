import { useMutation } from '@tanstack/react-query';
import type { ForeignUse, Secret } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { Drawn } from '../../ui/icon.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { settingsMessages } from './words.ts';

const messages = settingsMessages.secretUses;

interface Use {
  readonly file: string;
  readonly name: string;
}

const drawings = { allowed: 'passed', refused: 'failed', waiting: 'review', foreign: 'failed' } as const;
const tones = { allowed: 'c-ok', refused: 'c-danger', waiting: 'c-warn', foreign: 'c-danger' } as const;

/** Takes a person's answers, and looks at the secrets again. */
function useAnswer() {
  const { client, orpc, queryClient } = useApi();
  return useMutation({
    mutationFn: ({ what, uses }: { readonly what: 'allow' | 'refuse'; readonly uses: readonly Use[] }) =>
      client.secrets[what]({ uses: [...uses] }),
    onError: reportProblem,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.secrets.key() }),
  });
}

interface AnswersProps {
  readonly use: Use;
  readonly standing: ForeignUse['standing'];
}

/** The buttons of one use: the other possible decisions. */
function Answers({ use, standing }: AnswersProps) {
  const answer = useAnswer();
  const { file, name } = use;
  return (
    <span className="row tight">
      {standing === 'allowed' ? null : (
        <Button
          small
          label={messages.allowOf(file, name)}
          disabled={answer.isPending}
          onPress={() => answer.mutate({ what: 'allow', uses: [use] })}
        >
          {messages.allow}
        </Button>
      )}
      {standing === 'refused' ? null : (
        <SmallGhostButton
          label={messages.refuseOf(file, name)}
          disabled={answer.isPending}
          onPress={() => answer.mutate({ what: 'refuse', uses: [use] })}
        >
          {messages.refuse}
        </SmallGhostButton>
      )}
    </span>
  );
}

/** A file that owns or names a secret, and where it names it. */
interface User {
  readonly file: string;
  readonly pointers: readonly string[];
  readonly standing: ForeignUse['standing'] | 'own' | null;
}

/** The files of a secret: its owners first, then files that name it, then those that only got an answer. */
function usersOf({ owners, usedBy, others }: Secret): readonly User[] {
  const pointers = new Map<string, string[]>(owners.map((file) => [file, []]));
  for (const user of usedBy) {
    // No path of a workspace has a space in it.
    const [file = '', pointer = ''] = user.split(' ', 2);
    pointers.set(file, [...(pointers.get(file) ?? []), pointer]);
  }
  const standings = new Map(others.map(({ file, standing }) => [file, standing]));
  for (const file of standings.keys()) if (!pointers.has(file)) pointers.set(file, []);
  return [...pointers].map(([file, found]) => ({
    file,
    pointers: found,
    standing: owners.includes(file) ? 'own' : (standings.get(file) ?? null),
  }));
}

/** Whose a secret is, who else uses it or may not, and where they name it. */
export function SecretUsers({ secret }: { readonly secret: Secret }) {
  const users = usersOf(secret);
  if (users.length === 0) return <span className="muted">{sharedMessages.secrets.unused}</span>;
  return (
    <ul className="secret-users">
      {users.map(({ file, pointers, standing }) => (
        <li key={file}>
          <span className="mono wrap">
            {file} <span className="muted">{pointers.join(', ')}</span>
          </span>
          {standing === 'own' ? <span className="muted">{messages.owner}</span> : null}
          {standing === null || standing === 'own' ? null : (
            <>
              <span className={`row tight ${tones[standing]}`}>
                <Drawn name={drawings[standing]} small />
                {messages.standings[standing]}
              </span>
              {standing === 'waiting' ? null : (
                <Answers use={{ file, name: secret.name }} standing={standing} />
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Uses that are older than the question whether they may be: each with its answers, and one for all. */
export function WaitingUses({ secrets }: { readonly secrets: readonly Secret[] }) {
  const answer = useAnswer();
  const waiting = secrets.flatMap(({ name, owners, others }) =>
    others.flatMap(({ file, standing }) => (standing === 'waiting' ? [{ file, name, owners }] : [])),
  );
  if (waiting.length === 0) return null;
  const all = waiting.map(({ file, name }) => ({ file, name }));
  return (
    <section className="block secret-waiting" aria-labelledby="secret-waiting">
      <header className="row wraps">
        <h3 id="secret-waiting" className="label">
          {messages.waitingTitle(waiting.length)}
        </h3>
        <span className="push row tight">
          <Button
            small
            disabled={answer.isPending}
            onPress={() => answer.mutate({ what: 'allow', uses: all })}
          >
            {messages.allowAll}
          </Button>
          <SmallGhostButton
            disabled={answer.isPending}
            onPress={() => answer.mutate({ what: 'refuse', uses: all })}
          >
            {messages.refuseAll}
          </SmallGhostButton>
        </span>
      </header>
      <p className="muted">{messages.waitingHelp}</p>
      <ul className="secret-uses">
        {waiting.map(({ file, name, owners }) => (
          <li key={`${file} ${name}`}>
            <span className="wrap">
              <span className="mono">{file}</span> {messages.uses} <span className="mono">{name}</span>
              {owners.length === 0 ? null : <span className="muted"> {messages.of(owners.join(', '))}</span>}
            </span>
            <Answers use={{ file, name }} standing="waiting" />
          </li>
        ))}
      </ul>
    </section>
  );
}
