import { isJsonObject } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { AttributeFlag, AttributeType } from '../configuration/vocabulary.ts';
import type { JsonObject } from '../types.ts';
import { everyElement, pathOf, type Segments } from './segments.ts';

/** An attribute that was guessed from values. */
export interface DraftAttribute {
  readonly name: string;
  readonly type: AttributeType;
  readonly flags: readonly AttributeFlag[];
  /** Way to it in a record. */
  readonly segments: Segments;
  /** A value of it, for a person to recognise it by. */
  readonly sample: JsonValue;
}

interface Field {
  readonly segments: Segments;
  readonly isMany: boolean;
  readonly values: JsonValue[];
}

const maxObjectDepth = 2;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
const madeByRemote =
  /^(?:_links|href|self|etag|_?rev|_?version)$|^(?:created|updated|modified|changed|last_?(?:login|modified|updated|changed))/i;

function typeOfValue(value: JsonValue): AttributeType | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return 'BOOLEAN';
  if (typeof value === 'number') return Number.isInteger(value) ? 'INTEGER' : 'DECIMAL';
  if (typeof value === 'string') return instant.test(value) ? 'DATETIME' : 'STRING';
  return 'COMPLEX';
}

/** One type for several values: whole numbers are decimals beside decimals, and what differs otherwise is text. */
function commonType(values: readonly JsonValue[]): AttributeType {
  const types = new Set(values.map(typeOfValue).filter((type) => type !== null));
  const [only] = types;
  if (only === undefined) return 'STRING';
  if (types.size === 1) return only;
  if (types.has('COMPLEX')) return 'COMPLEX';
  return types.size === 2 && types.has('INTEGER') && types.has('DECIMAL') ? 'DECIMAL' : 'STRING';
}

/** A member that identifies its object in a list of objects, such as `emails[*].value`. */
function speakingMember(items: readonly JsonObject[]): string | null {
  const has = (name: string) => items.every((item) => item[name] !== undefined && !isJsonObject(item[name]));
  return ['value', 'name', 'id'].find(has) ?? null;
}

function note(
  fields: Map<string, Field>,
  segments: Segments,
  isMany: boolean,
  values: readonly JsonValue[],
): void {
  const key = JSON.stringify(segments);
  const field = fields.get(key) ?? { segments, isMany, values: [] };
  field.values.push(...values);
  fields.set(key, field);
}

function noteList(fields: Map<string, Field>, segments: Segments, list: readonly JsonValue[]): void {
  const items = list.filter((item): item is JsonObject => isJsonObject(item));
  const member = items.length > 0 && items.length === list.length ? speakingMember(items) : null;
  if (member === null) return note(fields, segments, true, list);
  note(
    fields,
    [...segments, everyElement, member],
    true,
    items.map((item) => item[member] ?? null),
  );
}

function noteRecord(fields: Map<string, Field>, record: JsonObject, way: Segments = []): void {
  for (const [name, value] of Object.entries(record)) {
    const segments = [...way, name];
    if (Array.isArray(value)) noteList(fields, segments, value);
    else if (isJsonObject(value) && way.length < maxObjectDepth && Object.keys(value).length > 0)
      noteRecord(fields, value, segments);
    else note(fields, segments, false, [value]);
  }
}

/** The way as one name, such as `addressCity`; extensions with a long name are called by its end. */
function joinedName(segments: Segments): string {
  const words = segments
    .filter((segment) => segment !== everyElement)
    .flatMap((segment) =>
      segment
        .split(/[^\w$]+/)
        .filter((word) => word !== '')
        .slice(-1),
    );
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

/** The last name that says something: `emails[*].value` is called `emails`. */
function shortName(segments: Segments): string {
  const at = segments.indexOf(everyElement);
  return joinedName((at < 0 ? segments : segments.slice(0, at)).slice(-1));
}

function nameFields(fields: readonly Field[]): ReadonlyMap<Field, string> {
  const taken = new Map<string, number>();
  for (const { segments } of fields) {
    const name = shortName(segments);
    taken.set(name, (taken.get(name) ?? 0) + 1);
  }
  const used = new Set<string>();
  const name = (field: Field) => {
    const short = shortName(field.segments);
    const wanted =
      (taken.get(short) ?? 0) > 1 && field.segments.length > 1 ? joinedName(field.segments) : short;
    let free = wanted === '' ? 'attribute' : wanted;
    for (let count = 2; used.has(free); count += 1) free = `${wanted}${count}`;
    used.add(free);
    return free;
  };
  return new Map(fields.map((field) => [field, name(field)]));
}

function flagsOf({ segments, isMany }: Field): readonly AttributeFlag[] {
  const isMade = segments.some((segment) => madeByRemote.test(segment)) || segments[0] === 'meta';
  return [
    ...(isMany ? (['MULTIVALUED'] as const) : []),
    ...(isMade ? (['NOT_CREATABLE', 'NOT_UPDATEABLE'] as const) : []),
  ];
}

/** Guesses the attributes of records: objects are taken apart two levels deep; lists become multivalued. */
export function guessAttributes(
  records: readonly JsonObject[],
  skipped: readonly Segments[] = [],
): readonly DraftAttribute[] {
  const fields = new Map<string, Field>();
  for (const record of records) noteRecord(fields, record);
  const left = new Set(skipped.map(pathOf));
  const kept = [...fields.values()].filter(
    ({ segments }) => !left.has(pathOf(segments)) && segments.join() !== 'schemas',
  );
  const names = nameFields(kept);
  return kept.map((field) => ({
    name: names.get(field) ?? '',
    type: commonType(field.values),
    flags: flagsOf(field),
    segments: field.segments,
    sample: field.values.find((value) => value !== null) ?? null,
  }));
}

const idCandidates = [/^_?id$/i, /^(?:uid|uuid|guid)$/i, /^[a-z]+_?id$/i, /^key$/i];
const nameCandidates = [
  /^user_?name$/i,
  /^log(?:in|on)$/i,
  /^(?:e?mail|email_?address)$/i,
  /^name$/i,
  /^display_?name$/i,
  /^(?:title|label|slug)$/i,
];

/** The first of the wanted names that every record has with a single value. */
function memberOf(records: readonly JsonObject[], wanted: readonly RegExp[]): Segments | null {
  const [first] = records;
  if (first === undefined) return null;
  const isSingle = (value: JsonValue | undefined) => typeof value === 'string' || typeof value === 'number';
  for (const pattern of wanted) {
    const name = Object.keys(first).find(
      (key) => pattern.test(key) && records.every((record) => isSingle(record[key])),
    );
    if (name !== undefined) return [name];
  }
  return null;
}

/** Guesses what identifies a record: the member that is usually called so and differs in every record. */
export function guessId(records: readonly JsonObject[]): Segments | null {
  const differs = (way: Segments) => {
    const [name = ''] = way;
    return new Set(records.map((record) => JSON.stringify(record[name]))).size === records.length;
  };
  const found = memberOf(records, idCandidates);
  return found !== null && differs(found) ? found : null;
}

/** Guesses the display name of a record; null: no member is convincing. */
export function guessName(records: readonly JsonObject[]): Segments | null {
  const own = memberOf(records, nameCandidates);
  if (own !== null) return own;
  const [first] = records;
  const inside = Object.entries(first ?? {}).find(([, value]) => isJsonObject(value));
  if (inside === undefined) return null;
  const nested = memberOf(
    records.map((record) => record[inside[0]]).filter((value): value is JsonObject => isJsonObject(value)),
    nameCandidates,
  );
  return nested === null ? null : [inside[0], ...nested];
}
