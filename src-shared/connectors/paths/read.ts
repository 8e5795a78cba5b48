import type { JsonValue } from '../../workspace/three-way.ts';
import type { PathStep } from './parse-path.ts';

/** A key that itself holds dots: the names of several steps in one. */
export interface JoinedKey {
  readonly key: string;
  /** The step after it. */
  readonly next: number;
}

/** Steps that are ready to be gone. */
export interface Trail {
  readonly steps: readonly PathStep[];
  /** For each step the dotted keys that it may be the beginning of, the longest first. */
  readonly joins: readonly (readonly JoinedKey[])[];
  /** Keys of the steps, where all of them are names; null: there are others. */
  readonly names: readonly string[] | null;
  /** Place of the last `[*]`; -1: there is none. */
  readonly lastEvery: number;
}

type Members = Readonly<Record<string, JsonValue>>;
/** Below what an object inherits there are functions alone, and JSON has none. */
const isInherited = (value: unknown): boolean => typeof value === 'function';

/** Makes steps ready. */
export function makeTrail(steps: readonly PathStep[]): Trail {
  const isName = ({ kind }: PathStep): boolean => kind === 'name' || kind === 'number';
  const joins = steps.map((step, at) => {
    const keys: JoinedKey[] = [];
    let key = step.key;
    for (let next = at + 1; isName(step) && next < steps.length; next += 1) {
      const following = steps[next];
      if (following === undefined || !isName(following)) break;
      key += `.${following.key}`;
      keys.unshift({ key, next: next + 1 });
    }
    return keys;
  });
  const names = steps.every(({ kind }) => kind === 'name') ? steps.map(({ key }) => key) : null;
  return { steps, joins, names, lastEvery: steps.findLastIndex(({ kind }) => kind === 'every') };
}

/** The value at the end of a trail; undefined: there is none. */
export function readTrail(trail: Trail, json: JsonValue | undefined): JsonValue | undefined {
  const { names } = trail;
  if (names === null) return readFrom(trail, 0, json);
  let value = json;
  for (let at = 0; at < names.length; at += 1) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      value = undefined;
      break;
    }
    value = (value as Members)[names[at] as string];
  }
  if (value !== undefined && !isInherited(value)) return value;
  return names.length > 1 ? readFrom(trail, 0, json) : undefined;
}

function readFrom(trail: Trail, from: number, json: JsonValue | undefined): JsonValue | undefined {
  const { steps, joins } = trail;
  let value = json;
  for (let at = from; at < steps.length; at += 1) {
    const step = steps[at];
    if (value === undefined || step === undefined) return undefined;
    if (step.kind === 'every') return readEvery(trail, at + 1, value);
    const keys = joins[at];
    if (keys !== undefined && keys.length > 0) return readNamed(trail, at, value, keys);
    value = childOf(value, step);
  }
  return value;
}

/** By the name of the step, or else by a key with dots. */
function readNamed(
  trail: Trail,
  at: number,
  value: JsonValue,
  keys: readonly JoinedKey[],
): JsonValue | undefined {
  const step = trail.steps[at];
  const child = step === undefined ? undefined : childOf(value, step);
  const found = child === undefined ? undefined : readFrom(trail, at + 1, child);
  if (found !== undefined) return found;
  for (const { key, next } of keys) {
    const joined = memberOf(value, key);
    const rest = joined === undefined ? undefined : readFrom(trail, next, joined);
    if (rest !== undefined) return rest;
  }
  return undefined;
}

function childOf(value: JsonValue, { kind, key, index }: PathStep): JsonValue | undefined {
  if (Array.isArray(value)) return kind === 'name' ? undefined : (value as readonly JsonValue[])[index];
  return kind === 'index' ? undefined : memberOf(value, key);
}

function memberOf(value: JsonValue, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const member = (value as Members)[key];
  return isInherited(member) ? undefined : member;
}

/** Elements that lack the rest are left out; what is no list is a list of one, and null stays null. */
function readEvery(trail: Trail, next: number, value: JsonValue): JsonValue {
  if (value === null) return null;
  const elements: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  const { steps, lastEvery } = trail;
  if (next === steps.length) return elements;
  const isNested = lastEvery >= next;
  const step = steps[next];
  // One name after the list, which is what paths nearly always have.
  const key = next === steps.length - 1 && step?.kind === 'name' ? step.key : null;
  const found: JsonValue[] = [];
  for (let index = 0; index < elements.length; index += 1) {
    const element = elements[index] as JsonValue;
    const rest = key === null ? readFrom(trail, next, element) : memberOf(element, key);
    if (rest === undefined || (isNested && rest === null)) continue;
    if (isNested && Array.isArray(rest)) for (const each of rest as readonly JsonValue[]) found.push(each);
    else found.push(rest);
  }
  return found;
}
