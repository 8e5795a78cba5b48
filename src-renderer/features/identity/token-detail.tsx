import { useMutation } from '@tanstack/react-query';
import { Ban, FastForward } from 'lucide-react';
import { useState } from 'react';
import type { LiveTokenRow, RevocationTarget } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { noteClock, useServiceNow } from '../../api/service-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { toast } from '../../ui/toast.tsx';
import { formatDateTime } from '../../words/format.ts';
import { identityPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { StateMark, titleOf } from './token-branch.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.liveTokens;

/** Returns the target that is revoked with a row. */
function targetOf({ kind, id, holder, clientId, familyId }: LiveTokenRow): RevocationTarget {
  if (kind === 'holder' && holder !== null) return { kind: 'holder', holder };
  if (kind === 'client') return { kind: 'client', clientId: clientId ?? '', holder };
  if (kind === 'family') return { kind: 'family', familyId: familyId ?? id };
  return { kind: 'token', tokenId: id };
}

interface Fact {
  readonly name: string;
  /** Null or empty: it does not apply to the row. */
  readonly text: string | null;
  /** Null: the text is a phrase of this screen, so there is nothing to copy. */
  readonly copied: string | null;
}

function value(name: string, text: string | null): Fact {
  return { name, text, copied: text };
}

function said(name: string, text: string | null): Fact {
  return { name, text, copied: null };
}

/** A time in the words of the person; it is copied as RFC 3339 has it. */
function date(name: string, millis: number | null): Fact {
  if (millis === null) return said(name, null);
  return { name, text: formatDateTime(millis), copied: new Date(millis).toISOString() };
}

function Facts({ row }: { readonly row: LiveTokenRow }) {
  const { kind, fields } = { kind: row.kind, fields: messages.fields };
  const isToken = kind === 'access_token' || kind === 'refresh_token';
  const isOne = isToken || kind === 'family';
  const began = kind === 'family' ? fields.began : isToken ? fields.issued : fields.newest;
  const facts: readonly Fact[] = [
    row.holder === null ? said(fields.user, messages.forItself) : value(fields.user, row.holder),
    value(fields.client, row.clientId),
    value(fields.grantType, row.grantType),
    value(fields.grant, row.familyId),
    said(fields.tokens, isToken ? null : messages.ofTokens(row.live, row.tokens)),
    value(fields.scope, row.scope),
    value(fields.audience, row.audience),
    date(began, row.issuedAtMillis === 0 ? null : row.issuedAtMillis),
    isOne && row.expiresAtMillis === null
      ? said(fields.ends, messages.noExpiry)
      : date(fields.ends, isOne ? row.expiresAtMillis : null),
    date(fields.lastUse, row.lastUsedAtMillis),
    value(fields.hash, isToken ? row.id : null),
  ];
  return (
    <dl className="id-facts">
      {facts.map(({ name, text, copied }) =>
        text === null || text === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono wrap">
              {text}
              {copied === null ? null : <CopyButton name={name} load={() => copied} />}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Revoke({
  row,
  onClose,
  onRevoked,
}: {
  readonly row: LiveTokenRow;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}) {
  const { client, orpc, queryClient } = useApi();
  const [reason, setReason] = useState('');
  const revoke = useMutation({
    mutationFn: () => client.liveTokens.revoke({ target: targetOf(row), reason }),
    onSuccess: ({ tokens }) => {
      toast(messages.revoked(tokens));
      onRevoked();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.liveTokens.key() }),
  });
  return (
    <Confirm
      title={messages.confirm(titleOf(row))}
      text={messages.confirmText(row.live)}
      act={messages.revokeAct}
      isBusy={revoke.isPending}
      onAct={() => revoke.mutate()}
      onClose={onClose}
    >
      <TextField label={messages.reason} value={reason} help={messages.reasonHelp} onChange={setReason} />
      {revoke.error === null ? null : <ProblemNote problem={toProblem(revoke.error)} />}
    </Confirm>
  );
}

interface ActsProps {
  readonly row: LiveTokenRow;
  readonly hasExchanges: boolean;
  readonly onExchanges: () => void;
  readonly onRevoke: () => void;
}

function Acts({ row, hasExchanges, onExchanges, onRevoke }: ActsProps) {
  const { client } = useApi();
  const now = useServiceNow();
  const { kind, holder, clientId, live, expiresAtMillis } = row;
  const move = useMutation({
    mutationFn: (millis: number) => client.clock.set({ action: 'advance', millis }),
    onSuccess: (clock) => {
      noteClock(clock);
      toast(messages.moved);
    },
    onError: reportProblem,
  });
  const leftMillis = expiresAtMillis === null || now === null ? 0 : expiresAtMillis - now;
  return (
    <div className="token-acts">
      {kind === 'refresh_token' ? <p className="help">{messages.refreshHelp}</p> : null}
      {kind === 'holder' && holder === null ? null : (
        <Button kind="danger" icon={Ban} disabled={live === 0} onPress={onRevoke}>
          {messages.revoke[kind]}
        </Button>
      )}
      {leftMillis > 0 ? (
        <Button
          icon={FastForward}
          disabled={move.isPending}
          onPress={() => move.mutate(Math.ceil(leftMillis))}
        >
          {messages.moveClock}
        </Button>
      ) : null}
      {clientId === null ? null : (
        <Button onPress={() => openLink(identityPath('clients', clientId))}>{messages.editClient}</Button>
      )}
      {holder === null ? null : (
        <Button onPress={() => openLink(identityPath('users', holder))}>{messages.editUser}</Button>
      )}
      {holder === null && clientId === null ? null : (
        <Button expanded={hasExchanges} onPress={onExchanges}>
          {messages.exchanges}
        </Button>
      )}
    </div>
  );
}

export interface TokenDetailProps {
  readonly row: LiveTokenRow | null;
  /** True while its exchanges are shown. */
  readonly hasExchanges: boolean;
  readonly onExchanges: () => void;
  readonly onRevoked: () => void;
}

/** The selected row: its facts, and the possible actions. */
export function TokenDetail({ row, hasExchanges, onExchanges, onRevoked }: TokenDetailProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section className="token-detail" aria-label={messages.chosen}>
      <div className="pane-head">
        <h2 className="label">{row === null ? messages.chosen : messages.kinds[row.kind]}</h2>
        {row === null ? null : <StateMark state={row.state} />}
      </div>
      {row === null ? (
        <p className="remark">{messages.choose}</p>
      ) : (
        <ScrollRegion className="token-detail-body" label={titleOf(row)}>
          <h3 className="title mono wrap">{titleOf(row)}</h3>
          <Facts row={row} />
          <Acts
            row={row}
            hasExchanges={hasExchanges}
            onExchanges={onExchanges}
            onRevoke={() => setIsAsking(true)}
          />
        </ScrollRegion>
      )}
      {row !== null && isAsking ? (
        <Revoke
          row={row}
          onClose={() => setIsAsking(false)}
          onRevoked={() => {
            setIsAsking(false);
            onRevoked();
          }}
        />
      ) : null}
    </section>
  );
}
