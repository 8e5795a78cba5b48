import type { JsonValue } from '../../workspace/three-way.ts';
import { type PathProblem, type PathStep, parsePath } from './parse-path.ts';

/** The object or list that is being written; on the way, members are objects and lists of the same kind. */
type Container = { [key: string]: unknown } | unknown[];

/** Puts a value at the end of a trail. A text or number on the way is replaced by an object or a list. */
export function writeTrail(trail: Trail, target: object, value: JsonValue): void {
  const { steps } = trail;
  let container = target as Container;
  let at = 0;
  while (at < steps.length) {
    const step = steps[at];
    if (step === undefined || !canHold(container, step)) return;
    const { key, next } = keyFor(trail, at, container);
    if (next >= steps.length) {
      put(container, key, value);
      return;
    }
    const child = own(container, key);
    if (typeof child === 'object' && child !== null) container = child as Container;
    else {
      const made: Container = isIndex(steps[next]) ? [] : {};
      put(container, key, made);
      container = made;
    }
    at = next;
  }
}

function canHold(container: Container, { kind }: PathStep): boolean {
  return Array.isArray(container)
    ? kind === 'index' || kind === 'number'
    : kind === 'name' || kind === 'number';
}

/** A dotted key is written only if it exists. */
function keyFor({ steps, joins }: Trail, at: number, container: Container) {
  const key = steps[at]?.key ?? '';
  if (Array.isArray(container) || own(container, key) !== undefined) return { key, next: at + 1 };
  return joins[at]?.find((joined) => own(container, joined.key) !== undefined) ?? { key, next: at + 1 };
}

function own(container: Container, key: string): unknown {
  return Object.hasOwn(container, key) ? (container as Readonly<Record<string, unknown>>)[key] : undefined;
}

function put(container: Container, key: string, value: unknown): void {
  if (!Array.isArray(container)) {
    container[key] = value;
    return;
  }
  const index = Number(key);
  while (container.length < index) container.push(null);
  container[index] = value;
}

function isIndex(step: PathStep | undefined): boolean {
  return step?.kind === 'index' || step?.kind === 'number';
}

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

export { formatPath, type PathStep } from './parse-path.ts';

/** A path that is parsed. */
export interface Path {
  readonly text: string;
  readonly steps: readonly PathStep[];
  /** undefined: the path leads to nothing. */
  read(json: JsonValue | undefined): JsonValue | undefined;
  /** Puts a value at the path; objects and lists on the way are made. Does nothing where a list holds no names. */
  write(target: object, value: JsonValue): void;
  /** True if the path holds `[*]`, so that it reads lists and cannot be written to. */
  readonly isList: boolean;
  /** Names joined by dots, without indexes and `[*]`. */
  readonly remoteName: string;
  /** The first name; null: it begins with an index. */
  readonly root: string | null;
}

export type CompiledPath = { readonly path: Path } | { readonly problem: PathProblem };

class TrailPath implements Path {
  readonly text: string;
  readonly isList: boolean;
  readonly remoteName: string;
  readonly root: string | null;
  readonly #trail: Trail;

  constructor(text: string, steps: readonly PathStep[]) {
    const names = steps.filter(({ kind }) => kind === 'name').map(({ key }) => key);
    this.text = text;
    this.isList = steps.some(({ kind }) => kind === 'every');
    this.remoteName = names.join('.');
    this.root = steps[0]?.kind === 'name' ? steps[0].key : null;
    this.#trail = makeTrail(steps);
  }

  get steps(): readonly PathStep[] {
    return this.#trail.steps;
  }

  read(json: JsonValue | undefined): JsonValue | undefined {
    return readTrail(this.#trail, json);
  }

  write(target: object, value: JsonValue): void {
    if (!this.isList) writeTrail(this.#trail, target, value);
  }
}

/** Parses a path. */
export function compilePath(text: string): CompiledPath {
  const parsed = parsePath(text);
  return 'problem' in parsed ? parsed : { path: new TrailPath(text, parsed.steps) };
}

/** The path of steps that are known. */
export function pathOf(text: string, steps: readonly PathStep[]): Path {
  return new TrailPath(text, steps);
}
