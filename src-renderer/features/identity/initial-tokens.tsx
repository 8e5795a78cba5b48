import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { formatDateTime } from '../../words/format.ts';
import { wholeNumber } from '../../workbench/setting-fields.tsx';
import { Part } from './fields.tsx';
import { useInitialTokens } from './use-dynamic-clients.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.dynamicClients;
const hours = wholeNumber(1, 8_760);
const uses = wholeNumber(1, 10_000);

function NewToken({ onCreate }: { readonly onCreate: ReturnType<typeof useInitialTokens>['create'] }) {
  const [label, setLabel] = useState('');
  const [lifetime, setLifetime] = useState('24');
  const [count, setCount] = useState('1');
  const [lifetimeHours, maxUses] = [hours(lifetime), uses(count)];
  const isReady = label.trim() !== '' && typeof lifetimeHours === 'number' && typeof maxUses === 'number';
  const create = () => {
    if (!isReady) return;
    onCreate({ label: label.trim(), lifetimeHours, maxUses });
    setLabel('');
  };
  return (
    <span className="row wraps add-row">
      <TextField label={messages.label} value={label} onChange={setLabel} onEnter={create} />
      <TextField
        label={messages.lifetime}
        value={lifetime}
        isShort
        onChange={setLifetime}
        error={lifetimeHours === undefined ? messages.lifetimeHelp : null}
      />
      <TextField
        label={messages.uses}
        value={count}
        isShort
        onChange={setCount}
        error={maxUses === undefined ? messages.usesHelp : null}
      />
      <Button icon={Plus} disabled={!isReady} onPress={create}>
        {messages.create}
      </Button>
    </span>
  );
}

/** The tokens with which clients may register; a new one is shown once. RFC 7591 §3 */
export function InitialTokens() {
  const { all, created, create, remove } = useInitialTokens();
  return (
    <Part title={messages.tokens} help={messages.tokensHelp}>
      {created === null ? null : (
        <Note kind="neutral" title={messages.created}>
          <p>{messages.createdText}</p>
          <p className="row tight">
            <code className="mono wrap" data-words="data">
              {created}
            </code>
            <CopyButton name={messages.created} load={() => created} />
          </p>
        </Note>
      )}
      {all.length === 0 ? (
        <p>{messages.noTokens}</p>
      ) : (
        <ul className="lines">
          {all.map(({ id, label, used, maxUses, expiresAtMillis }) => (
            <li key={id} className="row wraps account-line">
              <span className="strong wrap" data-words="data">
                {label}
              </span>
              <span>{messages.used(used, maxUses)}</span>
              <span className="ref">
                {messages.expires} {formatDateTime(expiresAtMillis)}
              </span>
              <span className="push">
                <SmallGhostButton icon={X} label={messages.removeToken(label)} onPress={() => remove(id)} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <NewToken onCreate={create} />
    </Part>
  );
}
