import type { CompiledObjectType, ConnectorDocument, JsonObject } from '#shared/connectors/index.ts';
import { isJsonObject } from '#shared/workspace/index.ts';
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
