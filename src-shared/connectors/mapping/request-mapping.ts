import { isJsonObject, type JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import type { MappingEntries } from '../configuration/operations.ts';
import { type Path, pathOf } from '../paths/index.ts';
import type { ProblemReport } from '../problem-report.ts';
import type { Attributes } from '../types.ts';
import { identityKey } from './mapped-names.ts';
import { joined } from './response-mapping.ts';

/** Puts one attribute into the body of a request. */
export interface AttributeWriter {
  readonly attribute: string;
  readonly path: Path;
  /** Member of the object that each value becomes (unflattenAttributes); null: values stay as they are. */
  readonly member: string | null;
  readonly at: JsonPath;
}

interface WriteContext {
  readonly schema: ReadonlyMap<string, AttributeDefinition>;
  readonly unflatten: ReadonlyMap<string, string>;
  /** Forbids the operation to write an attribute. */
  readonly forbidding: 'NOT_CREATABLE' | 'NOT_UPDATEABLE';
  readonly report: ProblemReport;
}

/** Compiles a requestMapping; the attributes of `/*` come after the named ones. */
export function compileRequestMapping(
  mapping: MappingEntries,
  context: WriteContext,
  at: JsonPath,
): readonly AttributeWriter[] {
  const found: Found = { writers: [], identities: [] };
  collect(mapping, null, context, at, found);
  const named = new Set(found.writers.map(({ attribute }) => attribute));
  const [identity] = found.identities;
  if (identity === undefined) return found.writers;
  const rest = [...context.schema.values()].filter(
    ({ fieldName, flags }) => !named.has(fieldName) && !flags.includes(context.forbidding),
  );
  return [
    ...found.writers,
    ...rest.map(({ fieldName }) => {
      const own = pathOf(fieldName, [{ kind: 'name', key: fieldName, index: -1 }]);
      return writerOf(fieldName, joined(identity.prefix, own) ?? own, identity.at, context);
    }),
  ];
}

interface Found {
  readonly writers: AttributeWriter[];
  readonly identities: { readonly prefix: Path | null; readonly at: JsonPath }[];
}

function collect(
  mapping: MappingEntries,
  prefix: Path | null,
  context: WriteContext,
  at: JsonPath,
  found: Found,
): void {
  for (const [key, value] of Object.entries(mapping)) {
    const here = [...at, key];
    if (key === identityKey) {
      found.identities.push({ prefix, at: here });
      continue;
    }
    const own = context.report.path(typeof value === 'string' ? value : key, here);
    const path = own === null ? null : joined(prefix, own);
    if (path === null) continue;
    if (typeof value !== 'string') collect(value, path, context, here, found);
    else if (path.isList) noteList(context.report, value, here);
    else found.writers.push(writerOf(key, path, here, context));
  }
}

function writerOf(attribute: string, path: Path, at: JsonPath, { unflatten }: WriteContext): AttributeWriter {
  return { attribute, path, member: unflatten.get(attribute) ?? null, at };
}

function noteList(report: ProblemReport, text: string, at: JsonPath): void {
  report.add(
    at,
    'connector.path-invalid',
    `The path “${text}” contains [*], which is not a position for a value.`,
    'Use the path of the list and its member in unflattenAttributes, or an index such as [0].',
  );
}

/** Returns the initial body where the configuration gives none. */
export function emptyBody(writers: readonly AttributeWriter[]): JsonValue {
  return writers[0]?.path.steps[0]?.kind === 'index' ? [] : {};
}

/** Puts the attributes that are present into a body of its own. */
export function writeAttributes(
  writers: readonly AttributeWriter[],
  attributes: Attributes,
  body: JsonValue,
): void {
  if (typeof body !== 'object' || body === null) return;
  for (const { attribute, path, member } of writers) {
    if (!Object.hasOwn(attributes, attribute)) continue;
    const value = attributes[attribute] ?? null;
    path.write(body, member === null ? value : unflattened(value, member, path.read(body)));
  }
}

/**
 * `["a","b"]` becomes `[{"member":"a"},{"member":"b"}]`. Spec 2 §A.2. Elements of a whole object that is written keep their
 * further members, such as the kind of an address.
 */
function unflattened(value: JsonValue, member: string, present: JsonValue | undefined): JsonValue {
  if (value === null) return null;
  const values: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  const elements: readonly JsonValue[] = Array.isArray(present) ? present : [];
  return values.map(
    (each) =>
      elements.find((element) => isJsonObject(element) && element[member] === each) ??
      Object.fromEntries([[member, each]]),
  );
}
