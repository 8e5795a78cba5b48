import { useState } from 'react';
import type { DynamicClient } from '#shared/api/index.ts';
import { toProblem } from '../../api/problem.ts';
import { Badge } from '../../ui/badge.tsx';
import { SmallGhostButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Drawn } from '../../ui/icon.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { acts, Table } from '../../ui/table.tsx';
import { formatDateTime } from '../../words/format.ts';
import { InitialTokens } from './initial-tokens.tsx';
import { type DynamicClientActs, useDynamicClients } from './use-dynamic-clients.ts';
import { usePolicy } from './use-policy.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.dynamicClients;

interface RowProps {
  readonly view: DynamicClient;
  readonly of: DynamicClientActs;
  readonly onRemove: (client: DynamicClient) => void;
}

function ClientRow({ view, of: { isBusy, keep, setEnabled }, onRemove }: RowProps) {
  const { clientId, name, isDisabled, issuedAtMillis, expiresAtMillis, address } = view;
  return (
    <tr>
      <th scope="row" className="wrap">
        <span className="row wraps tight">
          <span data-words="data">{name}</span>
          <Badge>{messages.mark}</Badge>
        </span>
        <span className="mono ref wrap">{clientId}</span>
      </th>
      <td>
        <span className={`row tight ${isDisabled ? 'c-danger' : 'c-ok'}`}>
          <Drawn name={isDisabled ? 'failed' : 'passed'} small />
          {isDisabled ? messages.disabled : messages.enabled}
        </span>
      </td>
      <td>
        <span className="mono">{formatDateTime(issuedAtMillis)}</span>{' '}
        <span className="ref">{messages.from(address)}</span>
      </td>
      <td className="mono">{formatDateTime(expiresAtMillis)}</td>
      <td className="acts-cell">
        <SmallGhostButton label={messages.keepOf(name)} disabled={isBusy} onPress={() => keep(view)}>
          {messages.keep}
        </SmallGhostButton>
        <SmallGhostButton
          label={isDisabled ? messages.enableOf(name) : messages.disableOf(name)}
          disabled={isBusy}
          onPress={() => setEnabled(view, isDisabled)}
        >
          {isDisabled ? messages.enable : messages.disable}
        </SmallGhostButton>
        <SmallGhostButton label={messages.removeOf(name)} disabled={isBusy} onPress={() => onRemove(view)}>
          {messages.remove}
        </SmallGhostButton>
      </td>
    </tr>
  );
}

function ClientTable({ of, onRemove }: Pick<RowProps, 'of' | 'onRemove'>) {
  return (
    <Table
      label={messages.list}
      className="rows key-table"
      columns={[messages.name, messages.state, messages.registered, messages.expires, acts]}
    >
      {of.all.map((view) => (
        <ClientRow key={view.clientId} view={view} of={of} onRemove={onRemove} />
      ))}
    </Table>
  );
}

/** The clients that registered themselves, and the tokens that let them. RFC 7591 */
export function DynamicClients() {
  const of = useDynamicClients();
  const { settings } = usePolicy();
  const [removing, setRemoving] = useState<DynamicClient | null>(null);
  return (
    <section className="editor" aria-label={messages.title}>
      <div className="toolbar">
        <h2 className="title">{messages.title}</h2>
      </div>
      <ScrollRegion className="editor-body" label={messages.title} isBody>
        <div className="form-page">
          <p className="muted">{settings.registration === 'off' ? messages.off : messages.help}</p>
          {of.error === null ? null : <ProblemNote problem={toProblem(of.error)} />}
          {of.all.length === 0 ? <p>{messages.none}</p> : <ClientTable of={of} onRemove={setRemoving} />}
          <InitialTokens />
        </div>
      </ScrollRegion>
      {removing === null ? null : (
        <Confirm
          title={messages.removeTitle(removing.name)}
          text={messages.removeText}
          act={messages.remove}
          onAct={() => {
            of.remove(removing);
            setRemoving(null);
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}
