import type { JsonValue } from './three-way.ts';

/** Names and indexes on the way from the root of a document to a value in it. */
export type JsonPath = readonly (string | number)[];

/** The pointer of a path. RFC 6901 §3 */
export function toPointer(path: JsonPath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The names in a pointer, or null where the text is none. RFC 6901 §4 */
export function fromPointer(pointer: string): readonly string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a path; undefined where there is none. */
export function valueAt(document: JsonValue | undefined, path: JsonPath): JsonValue | undefined {
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, JsonValue>>)[step];
  }
  return value;
}

/** True if a value is a JSON object: not null, and not a list. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
