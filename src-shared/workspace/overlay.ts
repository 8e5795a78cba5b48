import { isJsonObject } from './json-pointer.ts';
import type { JsonValue } from './three-way.ts';

/** A document with the members of another laid over it, at any depth; lists and secrets are replaced as a whole. */
export function overlayJson(base: JsonValue | undefined, over: JsonValue | undefined): JsonValue | undefined {
  if (over === undefined) return base;
  if (!isJsonObject(base) || !isJsonObject(over) || isWhole(base) || isWhole(over)) return over;
  return Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(over)])].flatMap((name) => {
      const value = overlayJson(own(base, name), own(over, name));
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** `{"$secret":…}` and `{"$crypto":…}` are values, however they are written. */
function isWhole(value: Readonly<Record<string, JsonValue>>): boolean {
  return Object.keys(value).some((name) => name.startsWith('$'));
}

function own(object: Readonly<Record<string, JsonValue>>, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
