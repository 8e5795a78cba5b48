import { useMutation, useQuery } from '@tanstack/react-query';
import { FlaskConical, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { isFileName } from '#shared/workspace/file-name.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { toast } from '../../ui/toast.tsx';
import { ClientFields } from './client-fields.tsx';
import {
  documentOf,
  emptyClient,
  emptyServer,
  isComplete,
  isIssuer,
  nameOfIssuer,
  type ServerDraft,
  serverFile,
} from './draft.ts';
import { FoundAddresses, TestOutcome } from './found-server.tsx';
import { serverMessages as messages } from './messages.ts';
import { UserFields } from './user-fields.tsx';
import './server-form.css';

interface PartProps {
  readonly draft: ServerDraft;
  readonly set: (change: Partial<ServerDraft>) => void;
}

/** A list with one item in the place of the one of the same key. */
function replaced<Item extends { readonly key: number }>(
  items: readonly Item[],
  item: Item,
): readonly Item[] {
  return items.map((each) => (each.key === item.key ? item : each));
}

function nextKey(items: readonly { readonly key: number }[]): number {
  return Math.max(0, ...items.map(({ key }) => key)) + 1;
}

/** The issuer, and what it says of itself. */
function IssuerPart({ draft, set }: PartProps) {
  const { client } = useApi();
  const { issuer } = draft;
  const finding = useMutation({ mutationFn: () => client.flows.discoverServer({ issuer }) });
  const find = () => {
    if (isIssuer(issuer) && !finding.isPending) finding.mutate();
  };
  return (
    <>
      <TextField
        label={messages.issuer}
        isMono
        value={issuer}
        help={messages.issuerHelp}
        error={issuer === '' || isIssuer(issuer) ? null : messages.issuerHelp}
        onChange={(typed) => {
          finding.reset();
          const isFollowed = draft.name === nameOfIssuer(issuer);
          set({ issuer: typed, ...(isFollowed ? { name: nameOfIssuer(typed) } : {}) });
        }}
        onEnter={find}
      />
      <div>
        <Button icon={Search} disabled={!isIssuer(issuer) || finding.isPending} onPress={find}>
          {messages.find}
        </Button>
      </div>
      {finding.error === null ? null : <ProblemNote problem={toProblem(finding.error)} />}
      {finding.data === undefined ? null : <FoundAddresses found={finding.data} />}
    </>
  );
}

function ClientsPart({ draft: { clients }, set }: PartProps) {
  return (
    <section className="server-part" aria-label={messages.clients}>
      <h3 className="strong">{messages.clients}</h3>
      <p className="muted">{messages.clientsHelp}</p>
      {clients.map((each, index) => (
        <ClientFields
          key={each.key}
          client={each}
          number={index + 1}
          onChange={(changed) => set({ clients: replaced(clients, changed) })}
          onRemove={() => set({ clients: clients.filter(({ key }) => key !== each.key) })}
        />
      ))}
      <div>
        <Button icon={Plus} onPress={() => set({ clients: [...clients, emptyClient(nextKey(clients))] })}>
          {messages.addClient}
        </Button>
      </div>
    </section>
  );
}

function UsersPart({ draft: { users }, set }: PartProps) {
  const blank = { key: nextKey(users), username: '', password: '' };
  return (
    <section className="server-part" aria-label={messages.users}>
      <h3 className="strong">{messages.users}</h3>
      <p className="muted">{messages.usersHelp}</p>
      {users.map((each, index) => (
        <UserFields
          key={each.key}
          user={each}
          number={index + 1}
          onChange={(changed) => set({ users: replaced(users, changed) })}
          onRemove={() => set({ users: users.filter(({ key }) => key !== each.key) })}
        />
      ))}
      <div>
        <Button icon={Plus} onPress={() => set({ users: [...users, blank] })}>
          {messages.addUser}
        </Button>
      </div>
    </section>
  );
}

/** The try of what was typed; an outcome of something else is not shown. */
function TestPart({ draft }: Pick<PartProps, 'draft'>) {
  const { client } = useApi();
  const typed = JSON.stringify(documentOf(draft));
  const testing = useMutation({
    mutationFn: async () => ({
      of: typed,
      tested: await client.flows.testServer({ document: documentOf(draft) }),
    }),
  });
  const { data } = testing;
  return (
    <section className="server-part" aria-label={messages.test}>
      <div>
        <Button
          icon={FlaskConical}
          disabled={!isComplete(draft) || testing.isPending}
          onPress={() => testing.mutate()}
        >
          {messages.test}
        </Button>
      </div>
      {isIssuer(draft.issuer) ? (
        <p className="muted">{messages.testHelp(new URL(draft.issuer).host)}</p>
      ) : null}
      {testing.isPending ? <output className="muted">{messages.testing}</output> : null}
      {testing.error === null ? null : <ProblemNote problem={toProblem(testing.error)} />}
      {data === undefined || data.of !== typed ? null : <TestOutcome tested={data.tested} />}
    </section>
  );
}

/** Adds a server that Gatehouse does not host: its issuer, our clients and users there, a try, its file. */
export function ServerDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, orpc, queryClient } = useApi();
  const [draft, setDraft] = useState<ServerDraft>(emptyServer);
  const files = useQuery(orpc.workspace.files.queryOptions({ staleTime: 1_000 })).data ?? [];
  const set = (change: Partial<ServerDraft>) => setDraft({ ...draft, ...change });
  const { file } = serverFile(draft);
  const isFree = !files.some((listed) => listed.file === file);
  const isNamed = isFileName(draft.name) && isFree;
  const adding = useMutation({
    mutationFn: () => client.workspace.writeFile({ ...serverFile(draft), baseVersion: null }),
    onSuccess: async (written) => {
      await queryClient.invalidateQueries();
      toast(messages.added(written.file));
      onClose();
    },
  });
  const isReady = isNamed && isComplete(draft) && !adding.isPending;
  const add = () => {
    if (isReady) adding.mutate();
  };
  return (
    <ActDialog
      wide
      title={messages.title}
      error={adding.error}
      act={messages.act}
      disabled={!isReady}
      onAct={add}
      onClose={onClose}
    >
      <IssuerPart draft={draft} set={set} />
      <ClientsPart draft={draft} set={set} />
      <UsersPart draft={draft} set={set} />
      <TestPart draft={draft} />
      <TextField
        label={messages.name}
        value={draft.name}
        isMono
        help={messages.nameHelp}
        error={draft.name === '' || isNamed ? null : messages.nameHelp}
        onChange={(name) => set({ name })}
        onEnter={add}
      />
    </ActDialog>
  );
}
