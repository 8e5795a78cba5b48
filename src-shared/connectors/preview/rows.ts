import { GatehouseError } from '../../errors/index.ts';
import { type JsonPath, toPointer } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { ResponseBudget } from '../bounded-pattern.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import type { MappingEntries } from '../configuration/operations.ts';
import { identityKey } from '../mapping/mapped-names.ts';
import {
  type AttributeReader,
  type RecordReader,
  readRecordText,
  readText,
  type TextSource,
} from '../mapping/readers.ts';
import { pseudoAttributes } from '../mapping/response-mapping.ts';
import { compilePath } from '../paths/index.ts';
import type { RemoteResponse } from '../types.ts';
import { convertValue } from '../values/index.ts';
import type { PreviewRow } from './types.ts';

/** Records whose values are shown. */
const shownRecords = 10;

type Schema = ReadonlyMap<string, AttributeDefinition>;

/** A row for each entry of a mapping, and for each attribute that `/*` takes, in the order of the configuration. */
export function mappingRows(
  mapping: MappingEntries,
  at: JsonPath,
  facts: { readonly reader: RecordReader; readonly schema: Schema; readonly records: readonly JsonValue[] },
): readonly PreviewRow[] {
  const { reader, schema, records } = facts;
  return Object.entries(mapping).flatMap(([key, value]) => {
    const here = [...at, key];
    if (typeof value !== 'string') return mappingRows(value, here, facts);
    const pointer = toPointer(here);
    const readers = reader.readers.filter((each) => toPointer(each.at) === pointer);
    if (readers.length > 0) return readers.map((each) => readerRow(each, pointer, records));
    if (key === identityKey || pseudoAttributes.has(key)) return [];
    return [brokenRow(key, value, pointer, schema, records)];
  });
}

function readerRow(reader: AttributeReader, pointer: string, records: readonly JsonValue[]): PreviewRow {
  const { attribute, path, definition } = reader;
  let problem: string | null = null;
  let matched = 0;
  const values: JsonValue[] = [];
  for (const [index, record] of records.entries()) {
    const value = path.read(record);
    if (value !== undefined) matched += 1;
    const converted = value === undefined ? { value: null } : convertValue(definition, value);
    if ('problem' in converted) problem ??= converted.problem.message;
    if (index < shownRecords) values.push('problem' in converted ? (value ?? null) : converted.value);
  }
  return { attribute, path: path.text, pointer, matched, of: records.length, values, problem };
}

/** An entry that is not read: its path is wrong, or the schema lacks its attribute, or its records are elsewhere. */
function brokenRow(
  attribute: string,
  text: string,
  pointer: string,
  schema: Schema,
  records: readonly JsonValue[],
): PreviewRow {
  const compiled = compilePath(text);
  const found = 'path' in compiled ? records.map((record) => compiled.path.read(record)) : [];
  const unknown = schema.has(attribute) ? null : `The schema has no attribute ${attribute}.`;
  return {
    attribute,
    path: text,
    pointer,
    matched: found.filter((value) => value !== undefined).length,
    of: records.length,
    values: records.slice(0, shownRecords).map((_, index) => found[index] ?? null),
    problem: 'problem' in compiled ? compiled.problem.message : unknown,
  };
}

/** The row of idPath or namePath; without records the whole answer is looked at. */
export function sourceRow(
  attribute: '__UID__' | '__NAME__',
  text: string,
  pointer: string,
  source: TextSource | null,
  facts: {
    readonly records: readonly JsonValue[];
    readonly answer: RemoteResponse;
    readonly isList: boolean;
    readonly budget: ResponseBudget;
  },
): PreviewRow {
  const { records, answer, isList, budget } = facts;
  let problem: string | null = null;
  const values = records.map((record) => {
    try {
      return isList ? readRecordText(source, record, budget) : readText(source, answer);
    } catch (error) {
      if (!(error instanceof GatehouseError)) throw error;
      problem ??= error.message;
      return null;
    }
  });
  const compiled = source === null ? compilePath(text) : null;
  return {
    attribute,
    path: text,
    pointer,
    matched: values.filter((value) => value !== null).length,
    of: records.length,
    values: values.slice(0, shownRecords),
    problem: compiled !== null && 'problem' in compiled ? compiled.problem.message : problem,
  };
}
