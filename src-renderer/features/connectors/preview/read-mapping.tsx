import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { PreviewRow, UnmappedField } from '#shared/connectors/index.ts';
import { isJsonObject, type JsonPath, toPointer, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { Console } from '../console/use-console.ts';
import { addAttribute, mapAttribute } from '../form/mapping-edits.ts';
import { nodePath } from '../tree/nodes.ts';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import { LineList } from './line-list.tsx';
import { type MappingRail, MappingRails } from './mapping-rails.tsx';
import { nameOfPath, type RemoteLine, remoteLines } from './remote-lines.ts';
import { SampleBar } from './sample-bar.tsx';
import { type ReadOperation, type ShownRead, useReadPreview } from './use-read-preview.ts';

const messages = studioMessages.connectors.preview;

/** An attribute with what its path finds; one that no path leads to has no row. */
interface AttributeLine {
  readonly attribute: string;
  readonly row: PreviewRow | null;
}

const pathMembers: Readonly<Record<string, string>> = { __UID__: 'idPath', __NAME__: 'namePath' };

/** All attributes: those with a path first, then those of the schema that have none. */
function attributeLines(
  rows: readonly PreviewRow[],
  schema: JsonValue | undefined,
): readonly AttributeLine[] {
  const mapped = rows.map((row) => ({ attribute: row.attribute, row }));
  const names = new Set(rows.map(({ attribute }) => attribute));
  const rest = (Array.isArray(schema) ? schema : []).flatMap((entry: JsonValue) => {
    const name = isJsonObject(entry) ? entry['fieldName'] : undefined;
    return typeof name === 'string' && !names.has(name) ? [{ attribute: name, row: null }] : [];
  });
  return [...mapped, ...rest];
}

/** Has an attribute read from a path. */
function writePath(
  studio: Studio,
  shown: ShownRead,
  operation: JsonPath,
  attribute: string,
  path: string,
): void {
  const member = pathMembers[attribute];
  if (member !== undefined) return studio.set([...operation, member], path);
  studio.change(mapAttribute(studio.file.text, operation, shown.listRoot, attribute, path));
}

interface RemoteProps {
  readonly lines: readonly RemoteLine[];
  readonly rows: readonly PreviewRow[];
  readonly picked: string | null;
  readonly onPick: (line: RemoteLine) => void;
}

/** The record as the remote sent it; a line is picked to be mapped. */
function RemoteRecord({ lines, rows, picked, onPick }: RemoteProps) {
  const readBy = new Map(rows.map(({ path, attribute }) => [path, attribute]));
  return (
    <LineList label={messages.remote} className="studio-remote">
      {lines.map((line) => {
        const attribute = line.path === null ? undefined : readBy.get(line.path);
        return (
          <li key={line.pointer}>
            <button
              type="button"
              className="studio-pick inset"
              aria-pressed={picked === line.pointer}
              data-remote={line.pointer}
              data-reads={attribute}
              disabled={line.path === null}
              style={{ paddingInlineStart: `calc(var(--pad) + ${line.depth} * var(--space-5))` }}
              onClick={() => onPick(line)}
            >
              <span className="mono studio-key">{line.name}</span>
              {line.text === null ? null : <span className="mono studio-value">{line.text}</span>}
              {attribute === undefined ? null : (
                <span className="studio-to">
                  <span className="vh">{messages.readInto}</span>
                  <span aria-hidden="true">→ </span>
                  <span className="mono">{attribute}</span>
                </span>
              )}
            </button>
          </li>
        );
      })}
    </LineList>
  );
}

/** In how many records a path leads to something, or why it cannot be read. */
function RowState({ row }: { readonly row: PreviewRow | null }) {
  if (row === null) return <span className="muted">{messages.noPath}</span>;
  if (row.problem !== null)
    return (
      <span className="c-danger studio-state" data-words="data">
        <Drawn name="failed" small />
        {row.problem}
      </span>
    );
  if (row.matched === 0)
    return (
      <span className="c-warn studio-state">
        <Drawn name="warning" small />
        {studioMessages.connectors.form.matchesNone(row.of)}
      </span>
    );
  return <span className="muted">{studioMessages.connectors.form.matched(row.matched, row.of)}</span>;
}

interface AttributesProps {
  readonly lines: readonly AttributeLine[];
  readonly values: (attribute: string) => JsonValue | undefined;
  readonly isPicking: boolean;
  readonly onTake: (line: AttributeLine) => void;
}

/** The attributes with their values in the record that is shown. */
function AttributeList({ lines, values, isPicking, onTake }: AttributesProps) {
  return (
    <LineList
      label={messages.attributes}
      className={isPicking ? 'studio-attributes picking' : 'studio-attributes'}
    >
      {lines.map((line) => {
        const value = values(line.attribute);
        return (
          <li key={line.attribute}>
            <button
              type="button"
              className="studio-pick inset"
              data-attribute={line.attribute}
              onClick={() => onTake(line)}
            >
              <span className="mono strong">{line.attribute}</span>
              <span className="mono studio-value">{value === undefined ? '' : JSON.stringify(value)}</span>
              <span className="mono muted studio-path">{line.row?.path ?? ''}</span>
              <RowState row={line.row} />
            </button>
          </li>
        );
      })}
    </LineList>
  );
}

interface UnmappedProps {
  readonly fields: readonly UnmappedField[];
  readonly of: number;
  readonly onAdd: (field: UnmappedField) => void;
}

/** Values of the remote that no attribute takes. */
function Unmapped({ fields, of, onAdd }: UnmappedProps) {
  if (fields.length === 0) return null;
  return (
    <section className="studio-part" aria-label={messages.unmapped}>
      <h3 className="label">{messages.unmapped}</h3>
      <ul className="lines studio-unmapped">
        {fields.map((field) => (
          <li key={field.path} className="row tight">
            <span className="mono strong wrap">{field.path}</span>
            <span className="mono muted clip studio-value">{JSON.stringify(field.sample)}</span>
            <span className="muted">{messages.inRecords(field.count, of)}</span>
            <span className="push" />
            <SmallGhostButton
              icon={Plus}
              label={messages.addField(field.path)}
              onPress={() => onAdd(field)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** From each line of the record to the attributes that are read from its path. */
function railsOf(lines: readonly RemoteLine[], rows: readonly PreviewRow[]): readonly MappingRail[] {
  const byPath = Map.groupBy(lines, ({ path }) => path);
  return rows.flatMap(({ path, attribute }) =>
    (byPath.get(path) ?? []).map(({ pointer }) => ({ pointer, attribute })),
  );
}

/** The attribute whose line, or whose value, is pointed at or has the focus. */
function useActiveRail() {
  const [active, setActive] = useState<string | null>(null);
  const follow = ({ target }: { readonly target: EventTarget }) => {
    const line = target instanceof Element ? target.closest<HTMLElement>('button.studio-pick') : null;
    setActive(line?.dataset['attribute'] ?? line?.dataset['reads'] ?? null);
  };
  const pointing = {
    onPointerOver: follow,
    onPointerLeave: () => setActive(null),
    onFocus: follow,
  } as const;
  return { active, pointing };
}

interface MappedProps {
  readonly studio: Studio;
  readonly shown: ShownRead;
}

/**
 * Remote record and attributes side by side: a selection on the left is read into the attribute taken on the
 * right.
 */
function Mapped({ studio, shown }: MappedProps) {
  const [picked, setPicked] = useState<RemoteLine | null>(null);
  const attributes = useRef<HTMLDivElement>(null);
  const type = nodePath({ kind: 'type', type: studio.objectType });
  const operation = [...type, 'operations', shown.operation];
  const record = shown.records[Math.min(studio.kept.record, shown.records.length - 1)];
  const { listRoot } = shown;
  const { json } = shown.sample;
  const lines = useMemo(
    () => (record === undefined ? [] : remoteLines(json, record, listRoot)),
    [json, record, listRoot],
  );
  const { rows, unmapped, objects } = shown.read;
  const all = attributeLines(rows, valueAt(studio.document, [...type, 'schema']));
  const object = objects[studio.kept.record];
  const values = (attribute: string): JsonValue | undefined => {
    if (attribute === '__UID__') return object?.uid ?? undefined;
    return attribute === '__NAME__' ? (object?.name ?? undefined) : object?.attributes[attribute];
  };
  // Enter, Enter: the attribute that is called as the value is has the focus once a value is picked.
  useEffect(() => {
    if (picked === null) return;
    const buttons = [...(attributes.current?.querySelectorAll<HTMLElement>('[data-attribute]') ?? [])];
    const wanted = nameOfPath(picked.path ?? '').toLowerCase();
    const nearest =
      buttons.find(({ dataset }) => dataset['attribute']?.toLowerCase() === wanted) ?? buttons[0];
    nearest?.focus();
  }, [picked]);
  const take = ({ attribute, row }: AttributeLine) => {
    if (picked?.path === null || picked === null) {
      if (row !== null) studio.goTo(`${toPointer(type)}${row.pointer}`);
      return;
    }
    writePath(studio, shown, operation, attribute, picked.path);
    setPicked(null);
  };
  const keys = {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && picked !== null) setPicked(null);
    },
  } as const;
  const { active, pointing } = useActiveRail();
  const rails = useMemo(() => railsOf(lines, rows), [lines, rows]);
  const add = (field: UnmappedField) => {
    const fieldName = nameOfPath(field.path);
    const flags = field.isMultivalued ? ['MULTIVALUED'] : [];
    const text = addAttribute(studio.file.text, type, { fieldName, type: field.suggestedType, flags });
    studio.change(mapAttribute(text, operation, shown.listRoot, fieldName, field.path));
  };
  return (
    <div className="studio-mapped" {...keys}>
      {picked === null ? (
        <p className="remark">{messages.pickHelp}</p>
      ) : (
        <output className="studio-picked row tight">
          <span>
            {messages.picked} <span className="mono strong">{picked.path}</span>
          </span>
          <span className="push" />
          <SmallGhostButton icon={X} label={messages.unpick} onPress={() => setPicked(null)} />
        </output>
      )}
      <ScrollRegion label={messages.mapped} className="studio-joined">
        <div className="studio-sides" {...pointing}>
          <RemoteRecord lines={lines} rows={rows} picked={picked?.pointer ?? null} onPick={setPicked} />
          <MappingRails rails={rails} active={active} />
          <div>
            <div ref={attributes}>
              <AttributeList lines={all} values={values} isPicking={picked !== null} onTake={take} />
            </div>
            <Unmapped fields={unmapped} of={shown.read.records} onAdd={add} />
          </div>
        </div>
      </ScrollRegion>
    </div>
  );
}

function operationOf(studio: Studio): ReadOperation {
  return studio.node.kind === 'operation' && studio.node.operation === 'GET' ? 'GET' : 'QUERY';
}

export interface PreviewProps {
  readonly studio: Studio;
  readonly runner: Console;
}

/** The result of the mapping for a remote response, updated as it is typed. */
export function ReadMapping({ studio, runner }: PreviewProps) {
  const [chosen, setChosen] = useState<{ readonly for: string; readonly operation: ReadOperation } | null>(
    null,
  );
  // The part that is edited decides, until another operation is chosen here.
  const key = `${studio.objectType} ${operationOf(studio)}`;
  const operation = chosen?.for === key ? chosen.operation : operationOf(studio);
  const shown = useReadPreview(studio, operation);
  return (
    <>
      <SampleBar
        studio={studio}
        runner={runner}
        operation={operation}
        onOperation={(next) => setChosen({ for: key, operation: next })}
        shown={shown}
      />
      {shown === null ? (
        <p className="remark">{messages.noSample(operation)}</p>
      ) : (
        <Mapped studio={studio} shown={shown} />
      )}
    </>
  );
}
