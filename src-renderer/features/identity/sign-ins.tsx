import { toProblem } from '../../api/problem.ts';
import { useServiceNow } from '../../api/service-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Drawn } from '../../ui/icon.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { formatRelative } from '../../words/format.ts';
import { useAccounts } from './use-accounts.ts';
import { useRegistrations } from './use-registrations.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.userForm;

/** Every name with which somebody is signed in, or for which wrong passwords came. */
export function SignIns() {
  const { all, error, signOut, unlock } = useAccounts();
  const users = useRegistrations('user').data ?? [];
  const now = useServiceNow() ?? 0;
  return (
    <section className="editor" aria-label={messages.signIns}>
      <div className="toolbar">
        <h2 className="title">{messages.signIns}</h2>
      </div>
      <ScrollRegion className="editor-body" label={messages.signIns}>
        <div className="form-page">
          <p className="muted">{messages.signInsHelp}</p>
          {error === null ? null : <ProblemNote problem={toProblem(error)} />}
          {all.length === 0 ? (
            <p>{messages.noAccounts}</p>
          ) : (
            <ul className="lines">
              {all.map(({ username, lockedUntilMillis, wrongGuesses, sessions }) => (
                <li key={username} className="row wraps account-line">
                  <span className="mono strong wrap">{username}</span>
                  {users.some(({ id }) => id === username) ? null : (
                    <span className="ref">{messages.nobody}</span>
                  )}
                  <span>{messages.sessions(sessions)}</span>
                  {lockedUntilMillis === null ? null : (
                    <span className="row tight c-danger">
                      <Drawn name="failed" small />
                      {messages.locked(formatRelative(lockedUntilMillis, now))}
                    </span>
                  )}
                  {wrongGuesses === 0 ? null : <span>{messages.guesses(wrongGuesses)}</span>}
                  <span className="push row tight">
                    {wrongGuesses === 0 ? null : (
                      <Button small label={messages.unlockOf(username)} onPress={() => unlock(username)}>
                        {messages.unlock}
                      </Button>
                    )}
                    {sessions === 0 ? null : (
                      <Button small label={messages.signOutOf(username)} onPress={() => signOut(username)}>
                        {messages.signOut}
                      </Button>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </ScrollRegion>
    </section>
  );
}
