import { appendAt, renameAt, setAt, valueOf } from '#renderer/workbench/json-edits.ts';
import { operationNames } from '#shared/connectors/configuration/index.ts';
import { isJsonObject, type JsonPath, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** One line of a mapping: an attribute and its path, or a key with nested lines. */
export interface MappingLine {
  readonly name: string;
  /** null: it holds lines of its own. */
  readonly target: string | null;
  readonly path: JsonPath;
  readonly depth: number;
}

/** The lines of a mapping, nested ones behind their key. */
export function mappingLines(
  mapping: JsonValue | undefined,
  at: JsonPath,
  depth = 0,
): readonly MappingLine[] {
  if (!isJsonObject(mapping)) return [];
  return Object.entries(mapping).flatMap(([name, target]) => {
    const path = [...at, name];
    if (isJsonObject(target))
      return [{ name, target: null, path, depth }, ...mappingLines(target, path, depth + 1)];
    return [{ name, target: typeof target === 'string' ? target : JSON.stringify(target), path, depth }];
  });
}

const mappingNames = ['responseMapping', 'requestMapping'] as const;

/** Ways to every mapping of an operation, nested ones included. */
function mappingsOf(document: JsonValue | undefined, operation: JsonPath): readonly JsonPath[] {
  return mappingNames.flatMap((name) => {
    const at = [...operation, name];
    if (!isJsonObject(valueAt(document, at))) return [];
    const nested = mappingLines(valueAt(document, at), at).filter(({ target }) => target === null);
    return [at, ...nested.map(({ path }) => path)];
  });
}

/** The text with an attribute of an object class called otherwise, in the schema and in every mapping. */
export function renameAttribute(
  text: string,
  type: JsonPath,
  index: number,
  from: string,
  to: string,
): string {
  const renamed = setAt(text, [...type, 'schema', index, 'fieldName'], to);
  const document = valueOf(text);
  const schema = valueAt(document, [...type, 'schema']);
  const isShared =
    Array.isArray(schema) &&
    schema.filter((row: JsonValue) => isJsonObject(row) && row['fieldName'] === from).length > 1;
  if (isShared || from === '' || to === '') return renamed;
  const places = operationNames.flatMap((name) => mappingsOf(document, [...type, 'operations', name]));
  return places.reduce((result, cursor) => renameAt(result, cursor, from, to), renamed);
}

/** The text with an attribute read from a path, in the mapping of the records of a list or of one object. */
export function mapAttribute(
  text: string,
  operation: JsonPath,
  listRoot: string | null,
  attribute: string,
  path: string,
): string {
  // A list under a key is entered; the paths of its records are below that key.
  const root = listRoot === null || listRoot === '' ? [] : [listRoot];
  return setAt(text, [...operation, 'responseMapping', ...root, attribute], path);
}

/** The text with an attribute added to the schema of an object class; unchanged where it is there already. */
export function addAttribute(
  text: string,
  type: JsonPath,
  attribute: { readonly fieldName: string; readonly type: string; readonly flags: readonly string[] },
): string {
  const schema = valueAt(valueOf(text), [...type, 'schema']);
  const isThere =
    Array.isArray(schema) &&
    schema.some((row: JsonValue) => isJsonObject(row) && row['fieldName'] === attribute.fieldName);
  return isThere ? text : appendAt(text, [...type, 'schema'], { ...attribute, flags: [...attribute.flags] });
}
