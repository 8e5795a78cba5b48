import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import type { FlowRequest } from '#shared/api/index.ts';
import type { RequestField } from '#shared/flows/index.ts';
import { flowMessages } from '../words.ts';
import { type FieldAct, FieldRow } from './field-row.tsx';
import { type ComparedField, compareFields, isAutomatic, movedField, withNewField } from './fields.ts';
import { PasteField, type PasteFieldProps } from './paste-field.tsx';

const messages = flowMessages.flowEditor;

export interface FieldListProps extends PasteFieldProps {
  readonly originals: readonly RequestField[];
  readonly bindings: FlowRequest['bindings'];
  /** Those that each request has are folded away. */
  readonly foldsAutomatic?: boolean;
}

interface NumberedRow {
  readonly row: ComparedField;
  readonly index: number;
}

/** Puts the focus on a field by its place among all of its list, folded ones included, once it is drawn. */
function focusField(section: HTMLElement | null, index: number, part: 'fname' | 'fvalue'): void {
  requestAnimationFrame(() => {
    const input = section?.querySelector(`[data-index="${index}"] .${part}`);
    if (input instanceof HTMLElement) input.focus();
  });
}

interface RowsProps extends Pick<FieldListProps, 'fields' | 'bindings' | 'onChange'> {
  readonly rows: readonly NumberedRow[];
  readonly onAct: (what: FieldAct, index: number, field: RequestField) => void;
}

function Rows({ rows, fields, bindings, onChange, onAct }: RowsProps) {
  return (
    <ol>
      {rows.map(({ row, index }) => (
        <FieldRow
          // A field has nothing else of its own: names repeat, and values change with each letter.
          key={index.toString()}
          row={row}
          index={index}
          bindings={bindings}
          onChange={(field) => onChange(fields.with(index, field))}
          onAct={(what) => onAct(what, index, row.field)}
        />
      ))}
    </ol>
  );
}

/** Fields in the order of the wire; the order, too, can be chosen. */
export function FieldList(props: FieldListProps) {
  const { title, fields, originals, foldsAutomatic = false, onChange } = props;
  const section = useRef<HTMLElement>(null);
  const { rows, removed } = compareFields(fields, originals);
  const numbered = rows.map((row, index): NumberedRow => ({ row, index }));
  const folded = foldsAutomatic ? numbered.filter(({ row }) => isAutomatic(row)) : [];
  const shown = numbered.filter((each) => !folded.includes(each));
  const act = (what: FieldAct, index: number, field: RequestField) => {
    if (what === 'duplicate') return onChange(fields.toSpliced(index + 1, 0, field));
    if (what === 'remove') return onChange(fields.toSpliced(index, 1));
    const by = what === 'up' ? -1 : 1;
    const moved = movedField(fields, index, by);
    if (moved === fields) return;
    onChange(moved);
    focusField(section.current, index + by, 'fvalue');
  };
  const add = () => {
    const added = withNewField(fields);
    onChange(added);
    const index = added.findIndex((field) => !fields.includes(field));
    focusField(section.current, index, 'fname');
  };
  const lines = { ...props, onAct: act };
  return (
    <section ref={section} className="edit-list" aria-label={title}>
      <h3 className="grp">{title}</h3>
      <Rows {...lines} rows={shown} />
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
      <div className="edit-add">
        <SmallGhostButton icon={Plus} label={messages.addTo(title)} onPress={add}>
          {messages.add}
        </SmallGhostButton>
        <PasteField {...props} />
      </div>
      {folded.length === 0 ? null : (
        <details className="edit-folded" open={folded.some(({ row }) => row.change !== 'none') || undefined}>
          <summary>
            {messages.automatic(folded.length)}{' '}
            <span className="mono muted">{folded.map(({ row }) => row.field.name).join(', ')}</span>
          </summary>
          <Rows {...lines} rows={folded} />
        </details>
      )}
    </section>
  );
}
