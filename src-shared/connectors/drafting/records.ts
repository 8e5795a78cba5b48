import { isJsonObject, valueAt } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { JsonObject } from '../types.ts';
import { pathOf, type Segments } from './segments.ts';

/** Location of the records of a response. */
export interface FoundRecords {
  /** Way from the root of the answer to the list, or to the one record. */
  readonly root: Segments;
  readonly isList: boolean;
  readonly records: readonly JsonObject[];
}

const listNames = [
  'Resources',
  'items',
  'data',
  'results',
  'result',
  'value',
  'users',
  'members',
  'records',
  'entries',
  'content',
];
const idNames = /^(?:_?id|uid|uuid|guid)$/i;
const maxListDepth = 3;

function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((item): item is JsonObject => isJsonObject(item)) : [];
}

/** Lists of objects inside an object, as ways to them, the nearest first. */
function listsIn(object: JsonObject, way: Segments = []): readonly Segments[] {
  if (way.length >= maxListDepth) return [];
  const members = Object.entries(object);
  const here = members.filter(([, value]) => objectsOf(value).length > 0).map(([name]) => [...way, name]);
  const deeper = members.flatMap(([name, value]) =>
    isJsonObject(value) ? listsIn(value, [...way, name]) : [],
  );
  return [...here, ...deeper];
}

/** The way that most likely is that of the records: one of a usual name, else the longest list. */
function likeliest(sample: JsonObject, ways: readonly Segments[]): Segments | null {
  const length = (way: Segments) => objectsOf(valueAt(sample, way)).length;
  const rank = (way: Segments) => {
    const at = listNames.indexOf(way.at(-1) ?? '');
    return at < 0 ? listNames.length : at;
  };
  return ways.toSorted((one, other) => rank(one) - rank(other) || length(other) - length(one))[0] ?? null;
}

/** An empty list of a usual name: the future location of the records. */
function emptyList(sample: JsonObject): Segments | null {
  const name = listNames.find((candidate) => Array.isArray(sample[candidate]));
  return name === undefined ? null : [name];
}

/** Finds the records in an answer: a list at its root or under a key, or the answer itself as one record. */
export function findRecords(sample: JsonValue): FoundRecords {
  if (Array.isArray(sample)) return { root: [], isList: true, records: objectsOf(sample) };
  if (!isJsonObject(sample)) return { root: [], isList: false, records: [] };
  const isRecord = Object.keys(sample).some((name) => idNames.test(name));
  const way = isRecord ? null : (likeliest(sample, listsIn(sample)) ?? emptyList(sample));
  if (way !== null) return { root: way, isList: true, records: objectsOf(valueAt(sample, way)) };
  const [only, ...others] = Object.entries(sample);
  // `{"user": {…}}`: the record is below its name.
  if (only !== undefined && others.length === 0 && isJsonObject(only[1]))
    return { root: [only[0]], isList: false, records: [only[1]] };
  return { root: [], isList: false, records: [sample] };
}

/** Path of the list of records in an answer, empty for the answer itself; null: it is no list. */
export function listRootOf(sample: JsonValue): string | null {
  const { isList, root } = findRecords(sample);
  return isList ? pathOf(root) : null;
}
