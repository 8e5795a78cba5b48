import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FlowTarget, RegisterClient, RegisteredClient } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { SmallGhostButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { words } from './draft.ts';
import { serverMessages as messages } from './messages.ts';
import './server-form.css';

const methods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

interface ListProps {
  readonly clients: readonly RegisteredClient[];
}

/** The clients that Gatehouse registered, each with the way to end its registration. */
function RegisteredList({ clients }: ListProps) {
  const { client: api, queryClient } = useApi();
  const ending = useMutation({
    mutationFn: ({ target, clientId }: RegisteredClient) => api.flows.unregisterClient({ target, clientId }),
    onSuccess: async ({ isGone }, { clientId }) => {
      await queryClient.invalidateQueries();
      toast(isGone ? messages.unregistered(clientId) : messages.left(clientId));
    },
  });
  if (clients.length === 0) return <p className="muted">{messages.noneAt}</p>;
  return (
    <>
      <ul className="server-list server-clients">
        {clients.map((each) => (
          <li key={each.clientId}>
            <span>
              <span className="mono wrap" data-words="data">
                {each.clientId}
              </span>
              {each.canUnregister ? null : <span className="help">{messages.stays}</span>}
            </span>
            <SmallGhostButton
              label={messages.unregisterOf(each.clientId)}
              disabled={ending.isPending}
              onPress={() => ending.mutate(each)}
            >
              {messages.unregister}
            </SmallGhostButton>
          </li>
        ))}
      </ul>
      {ending.error === null ? null : <ProblemNote problem={toProblem(ending.error)} />}
    </>
  );
}

/** Registers a client at a server, and ends registrations that were made here. RFC 7591, RFC 7592 */
export function ServerClientsDialog({
  target: { name, title, issuer },
  onClose,
}: {
  readonly target: FlowTarget & { readonly name: string };
  readonly onClose: () => void;
}) {
  const { client: api, orpc, queryClient } = useApi();
  const all = useQuery(orpc.flows.registeredClients.queryOptions()).data ?? [];
  const [authentication, setAuthentication] = useState<RegisterClient['authentication']>('none');
  const [grantTypes, setGrantTypes] = useState('authorization_code refresh_token');
  const [scope, setScope] = useState('openid');
  const [token, setToken] = useState('');
  const registering = useMutation({
    mutationFn: () =>
      api.flows.registerClient({
        target: name,
        authentication,
        grantTypes: [...words(grantTypes)],
        scope: words(scope).join(' '),
        initialToken: token === '' ? null : token,
      }),
    onSuccess: async ({ clientId }) => {
      setToken('');
      await queryClient.invalidateQueries();
      toast(messages.registeredAs(clientId));
    },
  });
  return (
    <ActDialog
      wide
      title={messages.clientsAt(title)}
      error={registering.error}
      act={messages.register}
      disabled={registering.isPending || words(grantTypes).length === 0}
      onAct={() => registering.mutate()}
      onClose={onClose}
    >
      <RegisteredList clients={all.filter(({ target }) => target === name)} />
      <p className="muted">{messages.registerHelp(URL.canParse(issuer) ? new URL(issuer).host : issuer)}</p>
      <div className="pairs server-part">
        <Select
          label={messages.authentication}
          options={methods.map((id) => ({ id, label: messages.authentications[id] }))}
          value={authentication}
          onChange={(chosen) => {
            const found = methods.find((id) => id === chosen);
            if (found !== undefined) setAuthentication(found);
          }}
        />
        <TextField isMono label={messages.grantTypes} value={grantTypes} onChange={setGrantTypes} />
        <TextField isMono label={messages.scope} value={scope} onChange={setScope} />
        <TextField
          isMono
          type="password"
          label={messages.initialToken}
          help={messages.initialTokenHelp}
          value={token}
          onChange={setToken}
        />
      </div>
    </ActDialog>
  );
}
