import type { CompiledObjectType, ConnectorObject, Wanted } from '#shared/connectors/index.ts';

/** The wanted attributes with those that are needed to find or to fill them. */
export function withNeeds(type: CompiledObjectType, wanted: Wanted, needs: readonly string[]): Wanted {
  const named = wanted === 'default' ? defaultsOf(type) : wanted;
  return needs.every((name) => named.has(name) || !type.schema.has(name))
    ? wanted
    : new Set([...named, ...needs]);
}

/** Removes attributes that were read only because something else needed them. */
export function trimmed(
  type: CompiledObjectType,
  { read, wanted }: { readonly read: Wanted; readonly wanted: Wanted },
  object: ConnectorObject,
): ConnectorObject {
  if (read === wanted) return object;
  const named = wanted === 'default' ? defaultsOf(type) : wanted;
  const kept = Object.entries(object.attributes).filter(([name]) => named.has(name));
  return { ...object, attributes: Object.fromEntries(kept) };
}

const hidden: ReadonlySet<string> = new Set(['NOT_RETURNED_BY_DEFAULT', 'NOT_READABLE']);
const defaults = new WeakMap<CompiledObjectType, ReadonlySet<string>>();

/** The attributes that come without being named. */
function defaultsOf(type: CompiledObjectType): ReadonlySet<string> {
  const known = defaults.get(type);
  if (known !== undefined) return known;
  const names = new Set(
    [...type.schema].flatMap(([name, { flags }]) => (flags.some((flag) => hidden.has(flag)) ? [] : [name])),
  );
  defaults.set(type, names);
  return names;
}
