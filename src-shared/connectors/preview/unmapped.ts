import type { JsonValue } from '../../workspace/three-way.ts';
import type { AttributeType } from '../configuration/vocabulary.ts';
import { formatPath, type Path, type PathStep } from '../paths/index.ts';
import { isDateTime } from '../values/date-time.ts';
import type { UnmappedField } from './types.ts';

const maxRecords = 200;
const maxFields = 200;
const deepest = 8;
const every: PathStep = { kind: 'every', key: '', index: -1 };

interface Field {
  readonly steps: readonly PathStep[];
  readonly values: JsonValue[];
  /** The last record that has it, so that each is counted once. */
  last: number;
  count: number;
}

/** Values of the first records that no path leads to, in the order in which they come. */
export function unmappedFields(
  records: readonly JsonValue[],
  paths: readonly Path[],
): readonly UnmappedField[] {
  const fields = new Map<string, Field>();
  for (const [index, record] of records.slice(0, maxRecords).entries()) collect(record, [], index, fields);
  const covered = paths.map(({ steps }) => steps);
  return [...fields]
    .filter(([, { steps }]) => steps.length > 0 && !covered.some((known) => leadsTo(known, steps)))
    .slice(0, maxFields)
    .map(([path, { steps, values, count }]) => ({
      path,
      sample: values.find((value) => value !== null) ?? null,
      count,
      suggestedType: commonType(values),
      isMultivalued: steps.some(({ kind }) => kind === 'every'),
    }));
}

/** Paths to the values in an object, those of lists as of all their elements. */
export function valuePaths(object: JsonValue): readonly string[] {
  const fields = new Map<string, Field>();
  collect(object, [], 0, fields);
  return [...fields.keys()].filter((path) => path !== '');
}

function collect(
  value: JsonValue,
  steps: readonly PathStep[],
  record: number,
  fields: Map<string, Field>,
): void {
  const isDeep = steps.length >= deepest;
  if (Array.isArray(value) && !isDeep) {
    for (const element of value as readonly JsonValue[]) collect(element, [...steps, every], record, fields);
    if (value.length > 0) return;
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value) && !isDeep) {
    const members = Object.entries(value);
    for (const [name, member] of members)
      collect(member, [...steps, { kind: 'name', key: name, index: -1 }], record, fields);
    if (members.length > 0) return;
  }
  note(fields, Array.isArray(value) ? [...steps, every] : steps, value, record);
}

function note(
  fields: Map<string, Field>,
  steps: readonly PathStep[],
  value: JsonValue,
  record: number,
): void {
  const path = formatPath(steps);
  const field = fields.get(path) ?? { steps, values: [], last: -1, count: 0 };
  field.values.push(value);
  if (field.last !== record) field.count += 1;
  field.last = record;
  fields.set(path, field);
}

/** True if a path leads to a value or to its container; an index is one of all elements. */
function leadsTo(path: readonly PathStep[], steps: readonly PathStep[]): boolean {
  return (
    joinedNames(path) === joinedNames(steps) ||
    (path.length <= steps.length &&
      path.every((step, index) => {
        const other = steps[index];
        return other?.kind === 'every' ? step.kind !== 'name' : step.key === other?.key;
      }))
  );
}

/** A key with dots is reached by its parts too. */
function joinedNames(steps: readonly PathStep[]): string {
  return steps.map(({ kind, key }) => (kind === 'name' ? key : '[*]')).join('.');
}

function commonType(values: readonly JsonValue[]): AttributeType {
  const types = new Set(values.filter((value) => value !== null).map(typeOf));
  const [only] = types;
  if (only !== undefined && types.size === 1) return only;
  return types.size === 2 && types.has('INTEGER') && types.has('DECIMAL') ? 'DECIMAL' : 'STRING';
}

function typeOf(value: JsonValue): AttributeType {
  if (typeof value === 'boolean') return 'BOOLEAN';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'INTEGER' : 'DECIMAL';
  if (typeof value === 'string') return value.includes(':') && isDateTime(value) ? 'DATETIME' : 'STRING';
  return Array.isArray(value) ? 'STRING' : 'COMPLEX';
}
