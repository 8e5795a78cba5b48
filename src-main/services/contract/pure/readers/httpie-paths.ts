import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

const maxDepth = 20;

/** The position of a field in its body. */
export interface HttpiePlace {
  readonly path: JsonPath;
  /** The steps as its name writes them: a list has an empty one. */
  readonly written: readonly string[];
}

/** Puts the value of a field where its name says: `a[b][]` is the end of a list at a, b. */
export function putField(target: Record<string, JsonValue>, name: string, value: JsonValue): HttpiePlace {
  const [head = '', ...rest] = name.split('[');
  const written = [head, ...rest.slice(0, maxDepth).map((part) => part.replace(/\]$/, ''))];
  return { path: put(target, written, value), written };
}

function put(target: Record<string, JsonValue>, path: readonly string[], value: JsonValue): JsonPath {
  const [head = '', ...rest] = path;
  if (rest.length === 0) {
    setOwn(target, head, value);
    return [head];
  }
  const isList = rest[0] === '' || /^\d+$/.test(rest[0] ?? '');
  const known = Object.hasOwn(target, head) ? target[head] : undefined;
  if (isList) {
    const list: JsonValue[] = Array.isArray(known) ? known : [];
    const inner: Record<string, JsonValue> = {};
    const below = rest.length === 1 ? [] : put(inner, rest.slice(1), value);
    list.push(rest.length === 1 ? value : inner);
    setOwn(target, head, list);
    return [head, list.length - 1, ...below];
  }
  const inner: Record<string, JsonValue> = isJsonObject(known) ? { ...known } : {};
  const below = put(inner, rest, value);
  setOwn(target, head, inner);
  return [head, ...below];
}

/** Also for a name such as `__proto__`. */
function setOwn(target: Record<string, JsonValue>, name: string, value: JsonValue): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
