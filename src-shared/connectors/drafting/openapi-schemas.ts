import { percentDecodedOrAsIs } from '../../text/decoding.ts';
import { fromPointer, isJsonObject, valueAt } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { JsonObject } from '../types.ts';
import { everyElement, pathOf, type Segments } from './segments.ts';

/** Follows references inside an OpenAPI document. */
export interface OpenApiReader {
  readonly document: JsonObject;
  /**
   * Returns a value, or the target of its `$ref`; references that lead nowhere, elsewhere or in circles are empty.
   */
  readonly resolve: (value: JsonValue | undefined) => JsonObject;
  /** Merged schemas, by their resolved references. */
  readonly merged: WeakMap<JsonObject, Schema>;
}

const maxReferences = 32;
const maxSchemaDepth = 8;
/** Attributes are guessed two objects deep, in lists at most three objects deep. */
const maxExampleDepth = 6;
/** Objects that refer to many others make an example that grows with every level. */
const maxMembers = 50_000;

/** A reader of one document. OpenAPI 3.1 §4.23 */
export function openApiReader(document: JsonObject): OpenApiReader {
  const resolve = (value: JsonValue | undefined): JsonObject => {
    let found = value;
    for (let hops = 0; hops < maxReferences; hops += 1) {
      if (!isJsonObject(found)) return {};
      const reference = found['$ref'];
      if (typeof reference !== 'string') return found;
      const way = reference.startsWith('#') ? fromPointer(percentDecodedOrAsIs(reference.slice(1))) : null;
      found = way === null ? undefined : valueAt(document, way);
    }
    return {};
  };
  return { document, resolve, merged: new WeakMap() };
}

interface Schema {
  readonly type: string | null;
  readonly format: string;
  readonly properties: Readonly<Record<string, JsonValue>>;
  readonly items: JsonValue | undefined;
  readonly required: readonly string[];
  readonly example: JsonValue | undefined;
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
}

function typeName(schema: JsonObject): string | null {
  const { type } = schema;
  const names = Array.isArray(type) ? type : [type];
  const name = names.find((candidate) => typeof candidate === 'string' && candidate !== 'null');
  if (typeof name === 'string') return name;
  if (schema['properties'] !== undefined) return 'object';
  return schema['items'] === undefined ? null : 'array';
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

const emptySchema: Schema = {
  type: null,
  format: '',
  properties: {},
  items: undefined,
  required: [],
  example: undefined,
  isReadOnly: false,
  isWriteOnly: false,
};

/** A schema with everything of `allOf` in it; the first of several alternatives represents all. */
function mergedSchema(reader: OpenApiReader, value: JsonValue | undefined): Schema {
  const own = reader.resolve(value);
  const schema = reader.merged.get(own) ?? mergeParts(reader, own, 0, new Map());
  reader.merged.set(own, schema);
  return schema;
}

/** Each part once: one that is being merged, or was, adds nothing that is not there. */
function mergeParts(
  reader: OpenApiReader,
  own: JsonObject,
  depth: number,
  known: Map<JsonObject, Schema>,
): Schema {
  const before = known.get(own);
  if (before !== undefined) return before;
  known.set(own, emptySchema);
  const alternative = listOf(own['oneOf'])[0] ?? listOf(own['anyOf'])[0];
  const inherited =
    depth > maxSchemaDepth
      ? []
      : [...listOf(own['allOf']), ...(alternative === undefined ? [] : [alternative])];
  const distinct = new Set(inherited.map((part) => reader.resolve(part)));
  const parts = [...distinct].map((part) => mergeParts(reader, part, depth + 1, known));
  const schema = schemaOf(own, parts);
  known.set(own, schema);
  return schema;
}

function schemaOf(own: JsonObject, parts: readonly Schema[]): Schema {
  const first = <T>(found: T | null | undefined, pick: (part: Schema) => T | null | undefined): T | null =>
    found ?? parts.map(pick).find((candidate) => candidate !== null && candidate !== undefined) ?? null;
  const examples = own['examples'];
  const listed = listOf(own['enum']).find((candidate) => candidate !== null);
  const properties = own['properties'];
  return {
    type: first(typeName(own), (part) => part.type),
    format:
      typeof own['format'] === 'string'
        ? own['format']
        : (parts.find(({ format }) => format !== '')?.format ?? ''),
    properties: Object.assign(
      {},
      ...parts.map((part) => part.properties),
      isJsonObject(properties) ? properties : {},
    ),
    items: own['items'] ?? parts.find(({ items }) => items !== undefined)?.items,
    required: [
      ...new Set([...parts.flatMap(({ required }) => required), ...listOf(own['required']).map(String)]),
    ],
    example: own['example'] ?? (Array.isArray(examples) ? examples[0] : undefined) ?? listed,
    isReadOnly: own['readOnly'] === true,
    isWriteOnly: own['writeOnly'] === true,
  };
}

function scalarOf({ type, format, example }: Schema): JsonValue {
  if (type === 'boolean') return true;
  if (type === 'integer') return typeof example === 'number' ? Math.trunc(example) : 1;
  if (type === 'number') return typeof example === 'number' && !Number.isInteger(example) ? example : 1.5;
  if (format === 'date-time') return '2026-01-31T12:00:00Z';
  return typeof example === 'string' ? example : 'text';
}

/** The reference that a schema is, if it is one. */
function referenceOf(value: JsonValue | undefined): string | null {
  const reference = isJsonObject(value) ? value['$ref'] : null;
  return typeof reference === 'string' ? reference : null;
}

/** A value as a schema describes it; what refers to an object around it is an empty object. */
export function exampleOf(
  reader: OpenApiReader,
  value: JsonValue | undefined,
  around: readonly string[] = [],
  room: { left: number } = { left: maxMembers },
): JsonValue {
  const reference = referenceOf(value);
  room.left -= 1;
  if (room.left < 0) return {};
  if (around.length > maxExampleDepth || (reference !== null && around.includes(reference))) return {};
  const inside = [...around, reference ?? ''];
  const schema = mergedSchema(reader, value);
  if (schema.type === 'array') return [exampleOf(reader, schema.items, inside, room)];
  if (schema.type !== 'object')
    return schema.type === null && schema.example !== undefined ? schema.example : scalarOf(schema);
  const members = Object.entries(schema.properties);
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(reader, member, inside, room)]));
}

/** The marks that a schema sets on its members, by their paths. */
export interface SchemaMarks {
  readonly required: ReadonlySet<string>;
  readonly readOnly: ReadonlySet<string>;
  readonly writeOnly: ReadonlySet<string>;
}

/** Collects the marks of a schema and of the objects in it. */
export function marksOf(reader: OpenApiReader, value: JsonValue | undefined): SchemaMarks {
  const marks = { required: new Set<string>(), readOnly: new Set<string>(), writeOnly: new Set<string>() };
  const walk = (member: JsonValue | undefined, way: Segments, isNeeded: boolean) => {
    const schema = mergedSchema(reader, member);
    const path = pathOf(way);
    if (isNeeded && way.length > 0) marks.required.add(path);
    if (schema.isReadOnly) marks.readOnly.add(path);
    if (schema.isWriteOnly) marks.writeOnly.add(path);
    if (way.length > 2) return;
    if (schema.type === 'array') return walk(schema.items, [...way, everyElement], false);
    for (const [name, inner] of Object.entries(schema.properties))
      walk(inner, [...way, name], (isNeeded || way.length === 0) && schema.required.includes(name));
  };
  walk(value, [], false);
  return marks;
}
