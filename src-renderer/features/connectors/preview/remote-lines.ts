import { pathTo } from '#shared/connectors/index.ts';
import { isJsonObject, type JsonPath, toPointer } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** One line of a record as the remote sent it. */
export interface RemoteLine {
  readonly pointer: string;
  readonly depth: number;
  readonly name: string;
  /** null: an object or a list, whose members follow. */
  readonly text: string | null;
  /** The path with which a mapping reaches the value; null: no path leads there. */
  readonly path: string | null;
}

const maxItems = 5;
const maxLines = 400;

/** Location of a value in a document: of this very value, not of an equal one. */
export function wayTo(document: JsonValue, wanted: JsonValue): JsonPath | null {
  if (document === wanted) return [];
  if (Array.isArray(document)) {
    for (const [index, item] of document.entries()) {
      const way = wayTo(item as JsonValue, wanted);
      if (way !== null) return [index, ...way];
    }
    return null;
  }
  if (!isJsonObject(document)) return null;
  for (const [name, member] of Object.entries(document)) {
    const way = wayTo(member, wanted);
    if (way !== null) return [name, ...way];
  }
  return null;
}

function membersOf(value: JsonValue): readonly (readonly [name: string | number, member: JsonValue])[] {
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item: JsonValue, index) => [index, item]);
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** The lines of one record of a sample; of long lists the first items. */
export function remoteLines(
  sample: JsonValue,
  record: JsonValue,
  listRoot: string | null,
): readonly RemoteLine[] {
  const way = wayTo(sample, record);
  if (way === null) return [];
  const lines: RemoteLine[] = [];
  const add = (value: JsonValue, at: JsonPath, depth: number) => {
    for (const [name, member] of membersOf(value)) {
      if (lines.length >= maxLines) return;
      const path = [...at, name];
      const pointer = toPointer(path);
      const isOpen = membersOf(member).length > 0;
      lines.push({
        pointer,
        depth,
        name: typeof name === 'number' ? `[${name}]` : name,
        text: isOpen ? null : JSON.stringify(member),
        path: pathTo(sample, pointer, listRoot),
      });
      if (isOpen) add(member, path, depth + 1);
    }
  };
  add(record, way, 0);
  return lines;
}

/** Suggests a name for an attribute that is read from a path: the last name in the path. */
export function nameOfPath(path: string): string {
  const before = path.split('[*]')[0] ?? path;
  const quoted = /\['((?:[^'\\]|\\.)*)'\]$/.exec(before)?.[1];
  const last =
    quoted ??
    before
      .replaceAll(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ??
    '';
  return last.split(/[^\w$]+/).findLast((word) => word !== '') ?? 'attribute';
}
