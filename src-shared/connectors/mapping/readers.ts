import { GatehouseError } from '../../errors/index.ts';
import { percentDecodedOrAsIs } from '../../text/decoding.ts';
import { withoutEnd } from '../../text/ends.ts';
import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { BoundedPattern, ResponseBudget } from '../bounded-pattern.ts';
import type { Wanted } from '../compiled.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import type { AttributeType } from '../configuration/vocabulary.ts';
import type { Path } from '../paths/index.ts';
import type { ProblemReport } from '../problem-report.ts';
import type { Attributes, RemoteResponse } from '../types.ts';
import { convertValue, type ValueProblem } from '../values/index.ts';

/** Location of a uid or a name: in the body, or in a header field of the response. */
export type TextSource =
  | { readonly kind: 'path'; readonly path: Path; readonly pattern: BoundedPattern | null }
  | { readonly kind: 'header'; readonly name: string; readonly pattern: BoundedPattern | null };

export const headerPrefix = /^header:\s*/i;
/** Fields of which the value is a URL. */
const urlFields: ReadonlySet<string> = new Set(['location', 'content-location']);

/** Compiles idPath or namePath; null: it cannot be read, which is noted. */
export function compileTextSource(
  text: string,
  expression: string | null | undefined,
  at: JsonPath,
  report: ProblemReport,
): TextSource | null {
  const pattern = report.pattern(expression, [...at.slice(0, -1), 'idRegularExpression']);
  if (headerPrefix.test(text))
    return { kind: 'header', name: text.replace(headerPrefix, '').trim().toLowerCase(), pattern };
  const path = report.path(text, at);
  return path === null ? null : { kind: 'path', path, pattern };
}

/** The text at a source in an answer; null: there is none. Numbers are texts as well. */
export function readText(source: TextSource | null, response: RemoteResponse): string | null {
  if (source === null) return null;
  if (source.kind === 'path') return readRecordText(source, response.json);
  const value = headerOf(response, source.name);
  if (value === null) return null;
  const isUrl = urlFields.has(source.name);
  const found =
    source.pattern === null ? (isUrl ? lastSegment(value) : value) : source.pattern.extract(value);
  return found === null || found === '' ? null : isUrl ? percentDecodedOrAsIs(found) : found;
}

/** The text at a source in a record; a header field belongs to no record. */
export function readRecordText(
  source: TextSource | null,
  record: JsonValue | undefined,
  budget?: ResponseBudget,
): string | null {
  if (source?.kind !== 'path') return null;
  const value = source.path.read(record);
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string' || text === '') return null;
  return source.pattern === null ? text : source.pattern.extract(text, budget) || null;
}

/** Values of a header field, joined where it comes repeatedly; null: there is none. RFC 9110 §5.3 */
export function headerOf({ headers }: Pick<RemoteResponse, 'headers'>, name: string): string | null {
  const wanted = name.toLowerCase();
  const values = headers.filter(([each]) => each.toLowerCase() === wanted).map(([, value]) => value);
  return values.length === 0 ? null : values.join(', ');
}

function lastSegment(url: string): string {
  return (
    withoutEnd(url.replace(/[?#].*$/s, ''), '/')
      .split('/')
      .at(-1) ?? ''
  );
}

const lastPlace = 15;

/**
 * Sets the attribute that comes at an index of all that are read. The engine remembers at each place of the code which
 * name it set there and where in the object it stands; at one place for all attributes it would look for each anew,
 * which takes a third of the time of a mapping. So the first ones have a place each.
 */
export function setAttribute(
  index: number,
  attributes: Record<string, JsonValue>,
  name: string,
  value: JsonValue,
): void {
  switch (index & lastPlace) {
    case 0:
      attributes[name] = value;
      return;
    case 1:
      attributes[name] = value;
      return;
    case 2:
      attributes[name] = value;
      return;
    case 3:
      attributes[name] = value;
      return;
    case 4:
      attributes[name] = value;
      return;
    case 5:
      attributes[name] = value;
      return;
    case 6:
      attributes[name] = value;
      return;
    case 7:
      attributes[name] = value;
      return;
    case 8:
      attributes[name] = value;
      return;
    case 9:
      attributes[name] = value;
      return;
    case 10:
      attributes[name] = value;
      return;
    case 11:
      attributes[name] = value;
      return;
    case 12:
      attributes[name] = value;
      return;
    case 13:
      attributes[name] = value;
      return;
    case 14:
      attributes[name] = value;
      return;
    default:
      attributes[name] = value;
  }
}

/** Reads one attribute of a record. */
export interface AttributeReader {
  readonly attribute: string;
  readonly definition: AttributeDefinition;
  /** From the record. */
  readonly path: Path;
  /** Where the configuration says so, in the object type. */
  readonly at: JsonPath;
  /** An earlier reader of the same attribute goes first. */
  readonly isFallback: boolean;
  /** The `typeof` of values that are taken as they are; empty: all are converted. */
  readonly plain: '' | 'string' | 'boolean' | 'number';
  readonly isMultivalued: boolean;
}

const plainTypes: Partial<Readonly<Record<AttributeType, AttributeReader['plain']>>> = {
  STRING: 'string',
  BOOLEAN: 'boolean',
  DECIMAL: 'number',
};

/** Makes a reader. */
export function makeReader(
  definition: AttributeDefinition,
  path: Path,
  at: JsonPath,
  isFallback: boolean,
): AttributeReader {
  const isMultivalued = definition.flags.includes('MULTIVALUED');
  const plain = plainTypes[definition.type] ?? '';
  return { attribute: definition.fieldName, definition, path, at, isFallback, plain, isMultivalued };
}

/** True if an attribute is returned: named in `wanted`, or returned by default. */
export function isWanted({ fieldName, flags }: AttributeDefinition, wanted: Wanted): boolean {
  if (flags.includes('NOT_READABLE')) return false;
  return wanted === 'default' ? !flags.includes('NOT_RETURNED_BY_DEFAULT') : wanted.has(fieldName);
}

/** Reads the attributes of records, for one set of wanted ones after the other. */
export class RecordReader {
  readonly readers: readonly AttributeReader[];
  readonly #byDefault: readonly AttributeReader[];
  readonly #chosen = new WeakMap<ReadonlySet<string>, readonly AttributeReader[]>();

  constructor(readers: readonly AttributeReader[]) {
    this.readers = readers;
    this.#byDefault = readers.filter(({ definition }) => isWanted(definition, 'default'));
  }

  /** The readers of the wanted attributes, to be created once before many records. */
  chosen(wanted: Wanted): readonly AttributeReader[] {
    if (wanted === 'default') return this.#byDefault;
    const known = this.#chosen.get(wanted);
    if (known !== undefined) return known;
    const chosen = this.readers.filter(({ definition }) => isWanted(definition, wanted));
    this.#chosen.set(wanted, chosen);
    return chosen;
  }
}

/** The attributes of a record; what its paths do not lead to is absent. @throws connector.value-* */
export function readAttributes(readers: readonly AttributeReader[], record: JsonValue): Attributes {
  const attributes: Record<string, JsonValue> = {};
  for (let index = 0; index < readers.length; index += 1) {
    const reader = readers[index] as AttributeReader;
    const value = reader.path.read(record);
    if (value === undefined) continue;
    if (reader.isFallback && Object.hasOwn(attributes, reader.attribute)) continue;
    const kept = isAsItShould(reader, value) ? value : converted(reader.definition, value);
    setAttribute(index, attributes, reader.attribute, kept);
  }
  return attributes;
}

/** True if a value can be taken as it is, which avoids the conversion for nearly all of them. */
function isAsItShould({ plain, isMultivalued }: AttributeReader, value: JsonValue): boolean {
  if (value === null) return true;
  if (!isMultivalued) return typeof value === plain;
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index += 1) if (typeof value[index] !== plain) return false;
  return true;
}

/** A value of the remote as the host shows it. @throws connector.value-* */
export function converted(definition: AttributeDefinition, value: JsonValue): JsonValue {
  const result = convertValue(definition, value);
  if ('problem' in result) throw valueError(result.problem);
  return result.value;
}

function valueError({ code, message }: ValueProblem): GatehouseError {
  return new GatehouseError(code, message, {
    fix: 'Change the type or flags of the attribute in the schema, or its path in responseMapping.',
  });
}
