import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import type { MappingEntries } from '../configuration/operations.ts';
import { formatPath, type Path, pathOf } from '../paths/index.ts';
import type { ProblemReport } from '../problem-report.ts';
import { identityKey } from './mapped-names.ts';
import { type AttributeReader, makeReader, RecordReader } from './readers.ts';

/** Names for uid and name; idPath and namePath give their locations. */
export const pseudoAttributes: ReadonlySet<string> = new Set(['__UID__', '__NAME__', '_id']);

/** A level of a responseMapping, which may turn out to lead to the list of records. */
export interface MappingLevel {
  /** From the answer to this level; null: the answer itself. */
  readonly path: Path | null;
  /** Reads records that begin at this level. */
  readonly reader: RecordReader;
  /** True if attributes are mapped at this level itself, not only below it. */
  readonly hasEntries: boolean;
  readonly levels: readonly MappingLevel[];
}

type Schema = ReadonlyMap<string, AttributeDefinition>;

/** An attribute and where its value is, from the level that is looked at. */
interface Entry {
  readonly definition: AttributeDefinition;
  readonly path: Path;
  readonly at: JsonPath;
}

interface RawLevel {
  /** From the level above; null: the answer itself. */
  readonly path: Path | null;
  readonly entries: readonly Entry[];
  /** Position of `/*`; null: there is none. */
  readonly identityAt: JsonPath | null;
  readonly levels: readonly RawLevel[];
}

/** Compiles a responseMapping; null takes every member by its name. */
export function compileResponseMapping(
  mapping: MappingEntries | null | undefined,
  schema: Schema,
  at: JsonPath,
  report: ProblemReport,
): MappingLevel {
  const raw = rawLevel(mapping ?? { [identityKey]: identityKey }, null, { schema, report }, at);
  return finished(raw, null, schema);
}

interface Context {
  readonly schema: Schema;
  readonly report: ProblemReport;
}

function rawLevel(mapping: MappingEntries, path: Path | null, context: Context, at: JsonPath): RawLevel {
  const { schema, report } = context;
  const entries: Entry[] = [];
  const levels: RawLevel[] = [];
  let identityAt: JsonPath | null = null;
  for (const [key, value] of Object.entries(mapping)) {
    const here = [...at, key];
    if (key === identityKey) identityAt = here;
    else if (typeof value !== 'string') {
      const below = report.path(key.replace(/\[\*\]$/, ''), here);
      if (below !== null) levels.push(rawLevel(value, below, context, here));
    } else if (!pseudoAttributes.has(key)) {
      const definition = schema.get(key);
      const read = report.path(value, here);
      if (definition !== undefined && read !== null) entries.push({ definition, path: read, at: here });
    }
  }
  return { path, entries, identityAt, levels };
}

function finished(raw: RawLevel, path: Path | null, schema: Schema): MappingLevel {
  const places = new Map([...schema.keys()].map((name, index) => [name, index]));
  const placeOf = ({ attribute }: AttributeReader) => places.get(attribute) ?? 0;
  return {
    path,
    // In the order of the schema, so that every operation yields its attributes in the same one.
    reader: new RecordReader(readersOf(raw, schema).toSorted((a, b) => placeOf(a) - placeOf(b))),
    hasEntries: raw.entries.length > 0 || raw.identityAt !== null,
    levels: raw.levels.map((level) => finished(level, joined(path, level.path), schema)),
  };
}

/** Explicit entries of a level and those below it first, then every attribute that they leave to `/*`. */
function readersOf(raw: RawLevel, schema: Schema): readonly AttributeReader[] {
  const explicit = explicitOf(raw, null);
  const named = new Set(explicit.map(({ attribute }) => attribute));
  const rest = [...schema.values()].filter(({ fieldName }) => !named.has(fieldName));
  const identity = identitiesOf(raw, null).flatMap(({ prefix, at }, index) =>
    rest.map((definition) => {
      const member = pathOf(definition.fieldName, [{ kind: 'name', key: definition.fieldName, index: -1 }]);
      return makeReader(definition, joined(prefix, member) ?? member, at, index > 0);
    }),
  );
  return [...explicit, ...identity];
}

function explicitOf(raw: RawLevel, prefix: Path | null): readonly AttributeReader[] {
  return [
    ...raw.entries.map(({ definition, path, at }) =>
      makeReader(definition, joined(prefix, path) ?? path, at, false),
    ),
    ...raw.levels.flatMap((level) => explicitOf(level, joined(prefix, level.path))),
  ];
}

function identitiesOf(
  raw: RawLevel,
  prefix: Path | null,
): readonly { readonly prefix: Path | null; readonly at: JsonPath }[] {
  const own = raw.identityAt === null ? [] : [{ prefix, at: raw.identityAt }];
  return [...own, ...raw.levels.flatMap((level) => identitiesOf(level, joined(prefix, level.path)))];
}

/** One path after the other. */
export function joined(first: Path | null, second: Path | null): Path | null {
  if (first === null || second === null) return first ?? second;
  const steps = [...first.steps, ...second.steps];
  return pathOf(formatPath(steps), steps);
}
