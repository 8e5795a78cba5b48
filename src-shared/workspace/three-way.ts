/** Any JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** A value or its absence: a member that one side lacks, a file that one side removed. */
type Maybe = JsonValue | undefined;
type JsonObject = Readonly<Record<string, JsonValue>>;

/** One place where two documents differ; an absent side has no such member. RFC 6901 */
export interface JsonChange {
  readonly pointer: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** One place that both sides changed, each in another way. */
export interface MergeConflict {
  readonly pointer: string;
  readonly base?: JsonValue;
  readonly mine?: JsonValue;
  readonly theirs?: JsonValue;
}

/** Whose version stands at the pointer of a conflict. */
export type MergeChoices = ReadonlyMap<string, 'mine' | 'theirs'>;

/** The result of a merge: one value (undefined: the document is removed), or the conflicts still to be decided. */
export type MergeResult =
  | { readonly merged: JsonValue | undefined }
  | { readonly conflicts: readonly MergeConflict[] };

/** True if two JSON values are equal; the order of members does not matter. RFC 8259 §4 */
export function jsonEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, index) => jsonEqual(item, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && jsonEqual(one[name], other[name]))
  );
}

/** The smallest members in which two documents differ, in the order of the first; lists differ as a whole. */
export function diffJson(before: JsonValue | undefined, after: JsonValue | undefined): readonly JsonChange[] {
  return changesBetween(before, after, '');
}

/**
 * Merges two edits of one document: what one side alone changed is taken, what both changed alike too. Where they
 * differ the choice for that pointer decides, and without one the place is a conflict. Lists are compared as a whole.
 */
export function mergeThreeWay(
  base: JsonValue | undefined,
  mine: JsonValue | undefined,
  theirs: JsonValue | undefined,
  choices: MergeChoices = new Map(),
): MergeResult {
  const conflicts: MergeConflict[] = [];
  const merged = mergeAt({ base, mine, theirs, pointer: '' }, choices, conflicts);
  return conflicts.length > 0 ? { conflicts } : { merged };
}

interface Place {
  readonly base: Maybe;
  readonly mine: Maybe;
  readonly theirs: Maybe;
  readonly pointer: string;
}

function mergeAt(node: Place, choices: MergeChoices, conflicts: MergeConflict[]): Maybe {
  const { base, mine, theirs, pointer } = node;
  if (jsonEqual(mine, theirs) || jsonEqual(base, theirs)) return mine;
  if (jsonEqual(base, mine)) return theirs;
  if (isObject(mine) && isObject(theirs))
    return mergeMembers(isObject(base) ? base : {}, mine, theirs, (name, sides) =>
      mergeAt({ ...sides, pointer: below(pointer, name) }, choices, conflicts),
    );
  const choice = choices.get(pointer);
  if (choice === undefined) conflicts.push({ pointer, ...present({ base, mine, theirs }) });
  return choice === 'theirs' ? theirs : mine;
}

function mergeMembers(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  merge: (name: string, sides: Omit<Place, 'pointer'>) => Maybe,
): JsonObject {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  const entries = [...names].flatMap((name) => {
    const sides = { base: own(base, name), mine: own(mine, name), theirs: own(theirs, name) };
    const merged = merge(name, sides);
    return merged === undefined ? [] : [[name, merged] as const];
  });
  return Object.fromEntries(entries);
}

function changesBetween(before: Maybe, after: Maybe, pointer: string): readonly JsonChange[] {
  if (jsonEqual(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ pointer, ...present({ before, after }) }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    changesBetween(own(before, name), own(after, name), below(pointer, name)),
  );
}

/** Without the sides that are absent. */
function present<Sides extends Readonly<Record<string, Maybe>>>(
  sides: Sides,
): { readonly [Side in keyof Sides]?: JsonValue } {
  return Object.fromEntries(Object.entries(sides).filter(([, value]) => value !== undefined)) as {
    [Side in keyof Sides]?: JsonValue;
  };
}

const own = (object: JsonObject, name: string): Maybe =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** The pointer of a member. RFC 6901 §3 */
const below = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

function isList(value: Maybe): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: Maybe): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
