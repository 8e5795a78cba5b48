import { Bug, Ellipsis, Pencil } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import type { FlowRequest } from '#shared/api/index.ts';
import { type RequestField, templateNames } from '#shared/flows/index.ts';
import { flowMessages } from '../words.ts';
import { type ComparedField, type WrongVerifier, withWrongVerifier, wrongVerifiers } from './fields.ts';

const messages = flowMessages.flowEditor;

export type FieldAct = 'duplicate' | 'up' | 'down' | 'remove';

export interface FieldRowProps {
  readonly row: ComparedField;
  readonly bindings: FlowRequest['bindings'];
  readonly onChange: (field: RequestField) => void;
  readonly onAct: (act: FieldAct) => void;
}

/** Where the values come from that are filled in. */
export function Bindings({
  value,
  bindings,
}: {
  readonly value: string;
  readonly bindings: FlowRequest['bindings'];
}) {
  const names = templateNames(value);
  // Host and length are filled in without anybody having to know of it.
  const found = bindings.filter(({ name }) => names.includes(name));
  return found.map(({ name, preview, fromStep }) => (
    <span key={name} className="bind" title={preview ?? undefined}>
      <span className="mono">{name}</span> {fromStep === null ? messages.own : messages.fromStep(fromStep)}
    </span>
  ));
}

function Marks({ row, bindings, onChange }: Omit<FieldRowProps, 'onAct'>) {
  const { field, original, change, isUnbound } = row;
  return (
    <span className="row tight wraps marks">
      <Bindings value={field.value} bindings={bindings} />
      {change === 'none' ? null : (
        <span className="bind edited">
          <Icon of={Pencil} small />
          {isUnbound ? messages.unbound : messages.changes[change]}
        </span>
      )}
      {change === 'none' || original === null ? null : (
        <button
          type="button"
          className="lnk"
          aria-label={messages.restoreNamed(field.name)}
          onClick={() => onChange(original)}
        >
          {messages.restore}
        </button>
      )}
    </span>
  );
}

function WrongMenu({ field, onChange }: Pick<FieldRowProps, 'onChange'> & { readonly field: RequestField }) {
  const ids = Object.keys(wrongVerifiers) as WrongVerifier[];
  return (
    <Menu
      label={messages.wrong}
      icon={Bug}
      entries={ids.map((id) => ({ id, label: messages.wrongs[id] }))}
      onAction={(wrong) => onChange(withWrongVerifier(field, wrong))}
    />
  );
}

/** One field of a request: sent or not, its name, its value, and how it is encoded. */
export function FieldRow({ row, bindings, onChange, onAct }: FieldRowProps) {
  const { field } = row;
  const named = field.name === '' ? messages.unnamed : field.name;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onAct(event.key === 'ArrowUp' ? 'up' : 'down');
  };
  const keys = { onKeyDown };
  return (
    <li className={field.isOmitted ? 'edit-row out' : 'edit-row'} {...keys}>
      <span className="check">
        <input
          type="checkbox"
          aria-label={messages.sendNamed(named)}
          checked={!field.isOmitted}
          onChange={(event) => onChange({ ...field, isOmitted: !event.target.checked })}
        />
      </span>
      <input
        className="in mono fname"
        aria-label={messages.nameOf(named)}
        value={field.name}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...field, name: event.target.value })}
      />
      <input
        className={row.change === 'edited' ? 'in mono fvalue is-edited' : 'in mono fvalue'}
        aria-label={messages.valueOf(named)}
        value={field.value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...field, value: event.target.value })}
      />
      <span className="row tight facts-end">
        <Button
          small
          kind="ghost"
          isPressed={field.encoding === 'raw'}
          label={messages.encodingOf(messages.encodings[field.encoding], named)}
          onPress={() => onChange({ ...field, encoding: field.encoding === 'raw' ? 'auto' : 'raw' })}
        >
          {messages.encodings[field.encoding]}
        </Button>
        {field.name === 'code_verifier' ? <WrongMenu field={field} onChange={onChange} /> : null}
        <Menu
          label={messages.moreFor(named)}
          icon={Ellipsis}
          entries={[
            { id: 'duplicate', label: messages.duplicate },
            { id: 'up', label: messages.up, keyHint: 'alt+arrowup' },
            { id: 'down', label: messages.down, keyHint: 'alt+arrowdown' },
            { id: 'remove', label: messages.remove },
          ]}
          onAction={onAct}
        />
      </span>
      <Marks row={row} bindings={bindings} onChange={onChange} />
    </li>
  );
}
