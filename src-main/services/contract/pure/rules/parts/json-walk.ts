import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** A value in a document, with the way to it. */
export interface Visited {
  readonly path: JsonPath;
  readonly value: JsonValue;
}

/** No body of the platform is deeper; deeper ones are looked at so far. */
const deepest = 48;

/** A value with everything in it, outer values first. */
export function* valuesIn(value: JsonValue | undefined, path: JsonPath = []): Generator<Visited> {
  if (value === undefined) return;
  yield { path, value };
  if (path.length >= deepest) return;
  if (Array.isArray(value))
    for (const [index, each] of value.entries()) yield* valuesIn(each, [...path, index]);
  else if (isJsonObject(value))
    for (const [name, each] of Object.entries(value)) yield* valuesIn(each, [...path, name]);
}

/** All texts in a value. */
export function* textsIn(
  value: JsonValue | undefined,
): Generator<{ readonly path: JsonPath; readonly text: string }> {
  for (const { path, value: each } of valuesIn(value))
    if (typeof each === 'string') yield { path, text: each };
}

/** A member of an object; undefined where the value is none or has none. */
export function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

const maxNameLength = 60;

/** A name from an artefact, as a message quotes it. */
export function quoted(name: string): string {
  return `“${name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name}”`;
}
