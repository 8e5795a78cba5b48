import { X } from 'lucide-react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Cell } from '#renderer/ui/cell.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { Table } from '#renderer/ui/table.tsx';
import { renameAt } from '#renderer/workbench/json-edits.ts';
import type { PreviewRow } from '#shared/connectors/index.ts';
import { isJsonObject, type JsonPath, toPointer, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { problemAt, type Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import { NameCell } from './cells.tsx';
import { type MappingLine, mappingLines } from './mapping-edits.ts';

const messages = studioMessages.connectors.form;

/** In how many records a path leads to something. */
function Matched({ row }: { readonly row: PreviewRow | undefined }) {
  if (row === undefined || row.of === 0) return null;
  const isNone = row.matched === 0;
  return (
    <span className={isNone ? 'c-warn studio-matched' : 'muted studio-matched'}>
      {isNone ? messages.matchesNone(row.of) : messages.matched(row.matched, row.of)}
    </span>
  );
}

interface LineProps {
  readonly studio: Studio;
  readonly line: MappingLine;
  readonly row: PreviewRow | undefined;
  readonly isRead: boolean;
}

function Line({ studio, line, row, isRead }: LineProps) {
  const { name, target, path, depth } = line;
  const pointer = toPointer(path);
  const problem = problemAt(studio.problems, pointer);
  const around = path.slice(0, -1);
  const siblings = valueAt(studio.document, around);
  return (
    <tr>
      <td style={{ paddingInlineStart: `calc(var(--pad) - 5px + ${depth} * var(--space-6))` }}>
        <NameCell
          label={target === null ? messages.mappingKey(name) : messages.mappedName(name)}
          name={name}
          isTaken={(next) => isJsonObject(siblings) && next in siblings}
          onRename={(next) => studio.change(renameAt(studio.file.text, around, name, next))}
        />
      </td>
      <td>
        {target === null ? (
          <span className="muted studio-below">{messages.below}</span>
        ) : (
          <Cell
            label={messages.pathOf(name)}
            value={target}
            pointer={pointer}
            isBad={problem?.severity === 'error'}
            onChange={(next) => studio.set(path, next)}
          />
        )}
        {problem === null || target === null ? null : (
          <p className="help bad" lang="en">
            {problem.message}
          </p>
        )}
      </td>
      {isRead ? (
        <td>
          <Matched row={row} />
        </td>
      ) : null}
      <td className="acts-cell">
        <SmallGhostButton
          icon={X}
          label={messages.removeMapping(name)}
          onPress={() => studio.set(path, undefined)}
        />
      </td>
    </tr>
  );
}

function schemaNames(document: JsonValue | undefined, type: JsonPath): readonly string[] {
  const schema = valueAt(document, [...type, 'schema']);
  if (!Array.isArray(schema)) return [];
  return schema.flatMap((row: JsonValue) => {
    const name = isJsonObject(row) ? row['fieldName'] : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

export interface MappingTableProps {
  readonly studio: Studio;
  /** Way to the operation. */
  readonly operation: JsonPath;
  readonly name: 'responseMapping' | 'requestMapping';
  /** The values that the paths find in the sample. */
  readonly rows: readonly PreviewRow[];
}

/** A mapping as lines: attribute, path, and in how many records of the sample it leads to something. */
export function MappingTable({ studio, operation, name, rows }: MappingTableProps) {
  const at = [...operation, name];
  const isRead = name === 'responseMapping';
  const lines = mappingLines(valueAt(studio.document, at), at);
  const type = operation.slice(0, -2);
  const typePointer = toPointer(type);
  const found = new Map(rows.map((row) => [`${typePointer}${row.pointer}`, row]));
  const mapped = new Set(lines.map((line) => line.name));
  const missing = schemaNames(studio.document, type).filter((attribute) => !mapped.has(attribute));
  // Further attributes go beside the existing ones: below the key of a list, if there is one.
  const below = lines.findLast(({ target }) => target === null);
  const hasFlat = lines.some(({ target, depth }) => target !== null && depth === 0);
  const home = below !== undefined && !hasFlat ? below.path : at;
  return (
    <section className="studio-part" aria-label={name}>
      <h3 className="label mono">{name}</h3>
      {lines.length === 0 ? null : (
        <Table
          label={name}
          className="rows studio-table"
          columns={[
            messages.columns.attribute,
            messages.columns.path,
            ...(isRead ? [messages.columns.matched] : []),
            null,
          ]}
        >
          {lines.map((line) => (
            <Line
              key={toPointer(line.path)}
              studio={studio}
              line={line}
              row={found.get(toPointer(line.path))}
              isRead={isRead}
            />
          ))}
        </Table>
      )}
      {missing.length === 0 ? null : (
        <span className="studio-add">
          <Select
            label={messages.addMapping}
            mono
            options={missing.map((attribute) => ({ id: attribute, label: attribute }))}
            value={null}
            onChange={(attribute) => studio.set([...home, attribute], attribute)}
          />
        </span>
      )}
    </section>
  );
}
