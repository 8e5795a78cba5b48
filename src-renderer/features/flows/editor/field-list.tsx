import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import type { FlowRequest } from '#shared/api/index.ts';
import type { RequestField } from '#shared/flows/index.ts';
import { flowMessages } from '../words.ts';
import { type FieldAct, FieldRow } from './field-row.tsx';
import { compareFields, movedField, withNewField } from './fields.ts';

const messages = flowMessages.flowEditor;

export interface FieldListProps {
  readonly title: string;
  readonly fields: readonly RequestField[];
  readonly originals: readonly RequestField[];
  readonly bindings: FlowRequest['bindings'];
  readonly onChange: (fields: readonly RequestField[]) => void;
}

/** Fields in the order of the wire; the order, too, can be chosen. */
export function FieldList({ title, fields, originals, bindings, onChange }: FieldListProps) {
  const list = useRef<HTMLOListElement>(null);
  const { rows, removed } = compareFields(fields, originals);
  const focusOn = (index: number, part: 'fname' | 'fvalue') =>
    requestAnimationFrame(() => {
      const input = list.current?.children[index]?.querySelector(`.${part}`);
      if (input instanceof HTMLElement) input.focus();
    });
  const act = (what: FieldAct, index: number, field: RequestField) => {
    if (what === 'duplicate') return onChange(fields.toSpliced(index + 1, 0, field));
    if (what === 'remove') return onChange(fields.toSpliced(index, 1));
    const by = what === 'up' ? -1 : 1;
    const moved = movedField(fields, index, by);
    if (moved === fields) return;
    onChange(moved);
    focusOn(index + by, 'fvalue');
  };
  const add = () => {
    const added = withNewField(fields);
    onChange(added);
    focusOn(
      added.findIndex((field) => !fields.includes(field)),
      'fname',
    );
  };
  return (
    <section className="edit-list" aria-label={title}>
      <h3 className="grp">{title}</h3>
      <ol ref={list}>
        {rows.map((row, index) => (
          <FieldRow
            // A field has nothing else of its own: names repeat, and values change with each letter.
            key={index.toString()}
            row={row}
            bindings={bindings}
            onChange={(field) => onChange(fields.with(index, field))}
            onAct={(what) => act(what, index, row.field)}
          />
        ))}
      </ol>
      {removed.map((field) => (
        <p key={`${field.name} ${field.value}`} className="row tight edit-gone">
          <span className="bind edited">{messages.removed(field.name)}</span>
          <button
            type="button"
            className="lnk"
            aria-label={messages.restoreNamed(field.name)}
            onClick={() => onChange([...fields, field])}
          >
            {messages.restore}
          </button>
        </p>
      ))}
      <Button small kind="ghost" icon={Plus} label={messages.addTo(title)} onPress={add}>
        {messages.add}
      </Button>
    </section>
  );
}
