import { hash } from 'node:crypto';
import type {
  CompiledObjectType,
  ConnectorDocument,
  ConnectorObject,
  JsonObject,
} from '#shared/connectors/index.ts';
import { isJsonObject } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { HostError } from './host-error.ts';

/** An object type as the host shows it: its own names for type and attributes. */
export interface HostType {
  /** In the paths of the management interface. */
  readonly name: string;
  readonly compiled: CompiledObjectType;
  /** Attributes of the connector, in the order of the schema. */
  readonly names: readonly string[];
  /** True if every attribute is shown under its own name. */
  readonly isPlain: boolean;
  /** The attribute that is read from where `__NAME__` is; null: there is none. */
  readonly naming: string | null;
  /** Name at the connector of an attribute of the host; null: there is none. */
  toNative(attribute: string): string | null;
  /** Name at the host; null: it does not show the attribute. */
  toHost(nativeName: string): string | null;
}

const known = new WeakMap<ReadonlyMap<string, CompiledObjectType>, ReadonlyMap<string, HostType>>();

/**
 * The object types of a document by the names in paths: those of the outer `objectTypes`, which may rename, and the
 * connector's own. connector-semantics: the outer ones say what the host exposes.
 */
export function hostTypes(
  { objectTypes: outer }: Pick<ConnectorDocument, 'objectTypes'>,
  types: ReadonlyMap<string, CompiledObjectType>,
): ReadonlyMap<string, HostType> {
  const made = known.get(types);
  if (made !== undefined) return made;
  const shown = new Map<string, HostType>();
  for (const [name, compiled] of types) shown.set(name, plainType(name, compiled));
  for (const [name, { nativeType, properties }] of Object.entries(outer ?? {})) {
    const compiled = types.get(nativeType ?? name);
    if (compiled === undefined) continue;
    const names = Object.entries(properties ?? {}).map(
      ([host, property]) => [host, property.nativeName ?? host] as const,
    );
    shown.set(name, names.length === 0 ? plainType(name, compiled) : renamed(name, compiled, names));
  }
  known.set(types, shown);
  return shown;
}

function plainType(name: string, compiled: CompiledObjectType): HostType {
  return {
    name,
    compiled,
    names: [...compiled.schema.keys()],
    isPlain: true,
    naming: namingAttribute(compiled),
    toNative: (attribute) => (compiled.schema.has(attribute) ? attribute : null),
    toHost: (nativeName) => (nativeName === '__NAME__' ? null : nativeName),
  };
}

function namingAttribute({ config: { operations } }: CompiledObjectType): string | null {
  for (const operation of [operations?.GET, operations?.QUERY]) {
    if (operation === null || operation === undefined) continue;
    const name = mappedFrom(operation.responseMapping ?? {}, operation.namePath);
    if (name !== null) return name;
  }
  return null;
}

function mappedFrom(mapping: JsonObject, path: string): string | null {
  for (const [name, value] of Object.entries(mapping)) {
    if (value === path && !name.startsWith('__')) return name;
    const inner = isJsonObject(value) ? mappedFrom(value, path) : null;
    if (inner !== null) return inner;
  }
  return null;
}

function renamed(
  name: string,
  compiled: CompiledObjectType,
  names: readonly (readonly [host: string, native: string])[],
): HostType {
  const native = new Map(names);
  const host = new Map(names.map(([hostName, nativeName]) => [nativeName, hostName]));
  return {
    name,
    compiled,
    names: [...compiled.schema.keys()],
    isPlain: false,
    naming: namingAttribute(compiled),
    toNative: (attribute) => native.get(attribute) ?? null,
    toHost: (nativeName) => host.get(nativeName) ?? null,
  };
}

/**
 * Members of a record under the names of the connector; those of the host itself begin with `_`.
 * @throws HostError 400 for a name that the host does not show
 */
export function nativeAttributes({ toNative, naming }: HostType, record: JsonObject): JsonObject {
  const entries = Object.entries(record).flatMap(([name, value]) => {
    if (name === '__NAME__') return [[name, value] as const];
    const nativeName = toNative(name);
    if (nativeName === '__UID__') return [];
    // The name is written by the attribute that is read from the same place.
    if (nativeName === '__NAME__') return [[naming ?? nativeName, value] as const];
    if (nativeName !== null) return [[nativeName, value] as const];
    if (name.startsWith('_')) return [];
    throw new HostError(400, `Target does not support attribute ${name}`);
  });
  return Object.fromEntries(entries);
}

/** A record as the management interface returns it. Spec 2 §A.3 */
export interface HostRecord {
  readonly _id: string;
  readonly _rev?: string;
  readonly [attribute: string]: JsonValue | undefined;
}

/**
 * The record of an object: `_id`, `_rev`, `__NAME__`, its attributes. The remote gives no revision, so that it is a hash
 * of all that comes by default; without that (`isWhole` false) there is none.
 */
export function recordOf(type: HostType, object: ConnectorObject, isWhole: boolean): HostRecord {
  const { uid, name, attributes } = object;
  const members: Record<string, JsonValue> = {};
  if (name !== null) members['__NAME__'] = name;
  const shownName = type.toHost('__NAME__');
  if (name !== null && shownName !== null) members[shownName] = name;
  for (const [nativeName, value] of Object.entries(attributes)) {
    const host = type.toHost(nativeName);
    if (host !== null && host !== '__UID__') members[host] = value;
  }
  const id = uid ?? '';
  return isWhole
    ? { _id: id, _rev: revisionOf(object, attributesText(type, object)), ...members }
    : { _id: id, ...members };
}

/**
 * Returns the record of an object that was sent and cannot be read: the attributes that come by default, and none
 * that may not be read.
 */
export function sentRecord(type: HostType, uid: string, attributes: JsonObject): HostRecord {
  const { __NAME__: name, ...rest } = attributes;
  const shown = Object.entries(rest).filter(([attribute]) => isReadByDefault(type, attribute));
  return recordOf(
    type,
    { uid, name: typeof name === 'string' ? name : null, attributes: Object.fromEntries(shown) },
    true,
  );
}

/** Tests whether an attribute of the connector is returned without being requested. */
export function isReadByDefault({ compiled }: HostType, attribute: string): boolean {
  const flags = compiled.schema.get(attribute)?.flags ?? [];
  return !flags.includes('NOT_READABLE') && !flags.includes('NOT_RETURNED_BY_DEFAULT');
}

/** A record as text, and its revision. */
export interface RecordText {
  readonly text: string;
  readonly revision: string;
}

/** The JSON of a record as `recordOf` makes it, written without making it where the host shows everything as it is. */
export function recordText(type: HostType, object: ConnectorObject): RecordText {
  const { uid, name } = object;
  const rest = attributesText(type, object);
  const revision = revisionOf(object, rest);
  if (!type.isPlain || Object.hasOwn(object.attributes, '__UID__'))
    return { text: JSON.stringify(recordOf(type, object, true)), revision };
  const head = `{"_id":${JSON.stringify(uid ?? '')},"_rev":"${revision}"`;
  const shownName = name === null ? '' : `,"__NAME__":${JSON.stringify(name)}`;
  return { text: `${head}${shownName}${rest === '{}' ? '}' : `,${rest.slice(1)}`}`, revision };
}

/** The attributes in the order of the schema, whichever operation read them. */
function attributesText({ names }: HostType, { attributes }: ConnectorObject): string {
  let index = 0;
  for (const attribute in attributes) {
    while (index < names.length && names[index] !== attribute) index += 1;
    if (index === names.length) return JSON.stringify(inOrder(names, attributes));
    index += 1;
  }
  return JSON.stringify(attributes);
}

function inOrder(names: readonly string[], attributes: JsonObject): JsonObject {
  const ordered: Record<string, JsonValue> = {};
  for (const name of [...names, ...Object.keys(attributes)]) {
    const value = attributes[name];
    if (value !== undefined) ordered[name] = value;
  }
  return ordered;
}

function revisionOf({ uid, name }: ConnectorObject, attributes: string): string {
  return hash('sha256', `${uid ?? ''}\0${name ?? ''}\0${attributes}`, 'base64url').slice(0, 22);
}

/** A record with what `_fields` asks for; a nested pointer comes under the name of its leaf. */
export function selectFields(record: HostRecord, fields: readonly string[]): HostRecord {
  if (fields.length === 0 || fields.includes('*')) return record;
  const { _id, _rev } = record;
  const chosen = fields.flatMap((field) => {
    const path = segmentsOf(field);
    const value = path.reduce<JsonValue | undefined>(memberOf, record as unknown as JsonValue);
    const leaf = path.at(-1);
    return value === undefined || leaf === undefined ? [] : [[leaf, value] as const];
  });
  return { _id, ...(_rev === undefined ? {} : { _rev }), ...Object.fromEntries(chosen) };
}

/** The segments of a field, which is a pointer with or without its first `/`. */
export function segmentsOf(field: string): readonly string[] {
  return field
    .replace(/^\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function memberOf(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as JsonObject)[step];
}
