import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { useServiceNow } from '../../api/service-clock.ts';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { TextField } from '../../ui/field.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { toast } from '../../ui/toast.tsx';
import { formatDateTime, formatRelative } from '../../words/format.ts';
import { identityPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { EditorFrame } from './editor-frame.tsx';
import { JsonMember, Part } from './fields.tsx';
import { useFormUnderEdit } from './form-context.ts';
import { SecretInput } from './secret-input.tsx';
import { useAccounts } from './use-accounts.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.userForm;

function isClaims(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function Consents({ username }: { readonly username: string }) {
  const { client, orpc, queryClient } = useApi();
  const [asked, setAsked] = useState<string | null>(null);
  const list = useQuery(
    orpc.consents.list.queryOptions({ input: { username }, staleTime: 0, refetchInterval: 5_000 }),
  );
  const withdraw = useMutation({
    mutationFn: (clientId: string) => client.consents.withdraw({ username, clientId, revokeTokens: true }),
    onSuccess: ({ tokens }) => toast(messages.withdrawn(tokens)),
    onError: reportProblem,
    onSettled: () => {
      setAsked(null);
      void queryClient.invalidateQueries({ queryKey: orpc.consents.key() });
      void queryClient.invalidateQueries({ queryKey: orpc.liveTokens.key() });
    },
  });
  const consents = list.data ?? [];
  if (consents.length === 0) return <p className="muted">{messages.noConsents}</p>;
  return (
    <>
      <ul className="lines">
        {consents.map(({ clientId, scopes, grantedAtMillis }) => (
          <li key={clientId} className="row wraps">
            <span className="mono">{clientId}</span>
            <span className="mono muted wrap">{scopes.join(' ')}</span>
            <span className="ref">{messages.allowed(formatDateTime(grantedAtMillis))}</span>
            <span className="push">
              <SmallGhostButton label={messages.withdrawOf(clientId)} onPress={() => setAsked(clientId)}>
                {messages.withdraw}
              </SmallGhostButton>
            </span>
          </li>
        ))}
      </ul>
      {asked === null ? null : (
        <Confirm
          title={messages.withdrawTitle(asked)}
          text={messages.withdrawText}
          act={messages.withdrawAct}
          isBusy={withdraw.isPending}
          onAct={() => withdraw.mutate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function Account({ username }: { readonly username: string }) {
  const { of, signOut, unlock } = useAccounts();
  const now = useServiceNow();
  const { sessions = 0, lockedUntilMillis = null, wrongGuesses = 0 } = of(username) ?? {};
  return (
    <>
      <span className="row wraps">
        <span>{messages.sessions(sessions)}</span>
        {sessions === 0 ? null : (
          <Button small onPress={() => signOut(username)}>
            {messages.signOut}
          </Button>
        )}
      </span>
      <span className="row wraps">
        <span className={lockedUntilMillis === null ? '' : 'c-danger'}>
          {lockedUntilMillis === null || now === null
            ? messages.notLocked
            : messages.locked(formatRelative(lockedUntilMillis, now))}
          {wrongGuesses === 0 ? '' : `, ${messages.guesses(wrongGuesses)}`}
        </span>
        {wrongGuesses === 0 ? null : (
          <Button small onPress={() => unlock(username)}>
            {messages.unlock}
          </Button>
        )}
      </span>
    </>
  );
}

/** A user as a form, with the user's data in the server. */
export function UserForm() {
  const { form } = useFormUnderEdit();
  const isNew = form.registration === null;
  const hasPassword = form.held('password') !== null || (form.secrets['password'] ?? '') !== '';
  return (
    <EditorFrame title={isNew ? messages.add : form.id} isComplete={form.id !== '' && hasPassword}>
      <Part title={messages.about}>
        {isNew ? (
          <TextField
            label={messages.name}
            value={form.id}
            isMono
            help={messages.nameHelp}
            onChange={form.rename}
          />
        ) : null}
        <SecretInput member="password" label={messages.password} />
        <SecretInput member="pin" label={messages.pin} canTakeAway />
      </Part>
      <Part title={messages.claims} isAlone>
        <JsonMember
          member="claims"
          label={messages.claims}
          help={messages.claimsHelp}
          invalid={messages.claimsInvalid}
          rows={10}
          isFit={isClaims}
        />
      </Part>
      {isNew ? null : (
        <>
          <Part title={messages.account}>
            <Account username={form.id} />
          </Part>
          <Part title={messages.consents}>
            <Consents username={form.id} />
            <span>
              <Button
                small
                onPress={() => openLink(`${identityPath('tokens')}?find=${encodeURIComponent(form.id)}`)}
              >
                {identityMessages.clientForm.showTokens}
              </Button>
            </span>
          </Part>
        </>
      )}
    </EditorFrame>
  );
}
