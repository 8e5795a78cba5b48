import { GatehouseError } from '../../errors/index.ts';
import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { Wanted } from '../compiled.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import type { AttributeType } from '../configuration/vocabulary.ts';
import type { Path } from '../paths/index.ts';
import type { Attributes } from '../types.ts';
import { convertValue, type ValueProblem } from '../values/index.ts';
import { setAttribute } from './set-attribute.ts';

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
    fix: 'Change the type or the flags of the attribute in the schema, or its path in responseMapping.',
  });
}
