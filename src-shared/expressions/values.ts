/** How an object of a host gives its members without being one: so that they are made when they are asked for. */
export const hostMember = Symbol('member');
/** How it says which members it has. */
export const hostNames = Symbol('names');

export interface HostObject {
  [hostMember](name: string): unknown;
  [hostNames](): readonly string[];
}

/** Why an expression has no value; the text is the same whenever the same goes wrong. */
export class EvaluationError extends Error {}

/** A bound on time or size was met: what the value would have been is not known. */
export class LimitExceeded extends EvaluationError {}

function isHostObject(value: object): value is HostObject {
  return hostMember in value;
}

/** A member by name or index; null where there is none. Only own members are seen, and no functions. */
export function memberOf(object: unknown, key: unknown): unknown {
  if (typeof object !== 'object' || object === null || key === null || key === undefined) return null;
  if (Array.isArray(object)) {
    const index = typeof key === 'string' && /^\d{1,9}$/.test(key) ? Number(key) : key;
    return typeof index === 'number' ? known(object[index]) : null;
  }
  const name = textOf(key);
  if (isHostObject(object)) return known(object[hostMember](name));
  if (object instanceof Map) return known(object.get(name));
  return Object.hasOwn(object, name) ? known((object as Readonly<Record<string, unknown>>)[name]) : null;
}

function known(value: unknown): unknown {
  return value === undefined || typeof value === 'function' ? null : value;
}

/** The names of an object's members. */
export function namesOf(object: unknown): readonly string[] {
  if (typeof object !== 'object' || object === null) return [];
  if (isHostObject(object)) return object[hostNames]();
  if (object instanceof Map) return [...object.keys()].map(String);
  return Object.keys(object);
}

/** True if a value is empty: null, no text, no elements, no members. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && namesOf(value).length === 0;
}

/** A value as text: null is no text; bytes are in hexadecimal, lists and objects in JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  if (value instanceof Uint8Array)
    return Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return typeof value === 'object' && value !== null ? jsonOf(value, false) : '';
}

/** A value as a number; null and no text are 0. @throws EvaluationError for what is none */
export function numberOf(value: unknown): number {
  if (value === null || value === undefined || value === '') return 0;
  const number = typeof value === 'string' ? Number(value.trim() === '' ? Number.NaN : value) : value;
  if (typeof number === 'number' && !Number.isNaN(number)) return number;
  throw new EvaluationError(`${described(value)} is not a number.`);
}

/** A value as a truth; null and no text are false. @throws EvaluationError for what is neither */
export function booleanOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return value.toLowerCase() === 'true';
  throw new EvaluationError(`${described(value)} is neither true nor false.`);
}

function described(value: unknown): string {
  if (typeof value === 'string') return 'A text';
  if (typeof value === 'number') return 'A number';
  if (typeof value === 'boolean') return 'true or false';
  return Array.isArray(value) ? 'A list' : 'An object';
}

const maxJsonDepth = 32;

/** A value as JSON; what is deeper than 32 levels is null. */
export function jsonOf(value: unknown, isIndented: boolean): string {
  return JSON.stringify(plain(value, 0), null, isIndented ? 2 : undefined) ?? 'null';
}

function plain(value: unknown, depth: number): unknown {
  if (depth > maxJsonDepth || typeof value === 'function' || typeof value === 'symbol') return null;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  return Object.fromEntries(namesOf(value).map((name) => [name, plain(memberOf(value, name), depth + 1)]));
}
