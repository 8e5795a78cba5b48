import { Bug, Ellipsis, Pencil, RotateCcw } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import type { FlowRequest } from '#shared/api/index.ts';
import { type RequestField, templateNames } from '#shared/flows/index.ts';
import { flowMessages } from '../words.ts';
import {
  type ComparedField,
  changedBytes,
  type WrongVerifier,
  withWrongVerifier,
  wrongVerifiers,
} from './fields.ts';
import { resolvedValue } from './resolved-value.ts';

const messages = flowMessages.flowEditor;

export type FieldAct = 'duplicate' | 'up' | 'down' | 'remove';

export interface FieldRowProps {
  readonly row: ComparedField;
  /** Its place among all fields of its list. */
  readonly index: number;
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
  const sources = found.map(({ fromStep }) =>
    fromStep === null ? messages.own : messages.fromStep(fromStep),
  );
  return [...new Set(sources)].map((source) => (
    <span key={source} className="bind" title={found.map(({ name }) => name).join(', ')}>
      {source}
    </span>
  ));
}

/** The words for what was changed in a field. */
function changeOf({ field, original, change, isUnbound }: ComparedField): string {
  if (isUnbound) return messages.unbound;
  const bytes = original === null ? 0 : changedBytes(original.value, field.value);
  if (change === 'edited' && bytes > 0) return messages.editedBytes(bytes);
  return change === 'none' ? '' : messages.changes[change];
}

/** Where the value comes from, or how it was changed. */
function Source({ row, bindings }: Pick<FieldRowProps, 'row' | 'bindings'>) {
  const { field, original, change } = row;
  if (change === 'left-out') return <span className="bind edited">{messages.notSent}</span>;
  if (change !== 'none')
    return (
      <span className="bind edited">
        <Icon of={Pencil} small />
        {changeOf(row)}
      </span>
    );
  if (field.isOmitted) return <span className="muted">{messages.notSent}</span>;
  if (original !== null && templateNames(field.value).length === 0)
    return <span className="muted">{messages.fromFlow}</span>;
  return <Bindings value={field.value} bindings={bindings} />;
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

/** The acts for a field, at the end of its line. */
function RowActs({ row, onChange, onAct }: Omit<FieldRowProps, 'bindings' | 'index'>) {
  const { field, original, change } = row;
  const named = field.name === '' ? messages.unnamed : field.name;
  return (
    <span className="row field-acts">
      {change === 'none' || original === null ? null : (
        <SmallGhostButton
          icon={RotateCcw}
          label={messages.restoreNamed(field.name)}
          onPress={() => onChange(original)}
        />
      )}
      {field.name === 'code_verifier' ? <WrongMenu field={field} onChange={onChange} /> : null}
      <SmallGhostButton
        isPressed={field.encoding === 'raw'}
        label={messages.encodingOf(messages.encodings[field.encoding], named)}
        onPress={() => onChange({ ...field, encoding: field.encoding === 'raw' ? 'auto' : 'raw' })}
      >
        {messages.encodings[field.encoding]}
      </SmallGhostButton>
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
  );
}

/** One field of a request in one line: sent or not, its name, its value, and where that comes from. */
export function FieldRow({ row, index, bindings, onChange, onAct }: FieldRowProps) {
  const { field } = row;
  const named = field.name === '' ? messages.unnamed : field.name;
  const resolved = resolvedValue(field.value, bindings);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onAct(event.key === 'ArrowUp' ? 'up' : 'down');
  };
  const keys = { onKeyDown };
  return (
    <li className={field.isOmitted ? 'edit-row out' : 'edit-row'} data-index={index} {...keys}>
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
      <label className={row.change === 'edited' ? 'fcell is-edited' : 'fcell'}>
        <input
          className={`in mono fvalue${templateNames(field.value).length > 0 ? ' is-bound' : ''}`}
          aria-label={messages.valueOf(named)}
          value={field.value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...field, value: event.target.value })}
        />
        {resolved === '' ? null : (
          <span className="fghost mono" title={resolved}>
            {resolved}
          </span>
        )}
      </label>
      <span className="fsource row tight">
        <Source row={row} bindings={bindings} />
      </span>
      <RowActs row={row} onChange={onChange} onAct={onAct} />
    </li>
  );
}
