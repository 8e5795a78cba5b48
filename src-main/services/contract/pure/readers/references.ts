import { GatehouseError } from '#shared/errors/index.ts';
import {
  fromPointer,
  isJsonObject,
  type JsonPath,
  toPointer,
  valueAt,
} from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { openJsonText } from './json-text.ts';
import { createTextLines } from './text-lines.ts';

/** Values that references may bring into one document, each counted as often as it is named. */
const maxValues = 100_000;
/** References that may lead to references, and so on: each takes a step on the stack. */
const maxReferences = 100;

/**
 * A document with its local references (`{"$ref": "#/…"}`) put in their places; others stay as they are.
 * @throws contract.cyclic-reference with the place of the reference that leads back
 */
export function dereferenced(document: JsonValue, text: string, file: string): JsonValue {
  if (!text.includes('"$ref"')) return document;
  let values = 0;

  function visit(value: JsonValue, path: JsonPath, under: readonly string[]): JsonValue {
    values += 1;
    if (values > maxValues) throw failure(path, 'expands to too many values');
    if (Array.isArray(value))
      return (value as readonly JsonValue[]).map((item, index) => visit(item, [...path, index], under));
    if (!isJsonObject(value)) return value;
    const reference = value['$ref'];
    const steps =
      typeof reference === 'string' && reference.startsWith('#') ? fromPointer(decoded(reference)) : null;
    if (steps === null)
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, visit(member, [...path, name], under)]),
      );
    const pointer = toPointer(steps);
    if (under.length >= maxReferences)
      throw failure(path, `leads through more than ${maxReferences} references`);
    if (under.includes(pointer))
      throw failure(path, `is circular: it points back to ${pointer === '' ? 'the root' : pointer}`);
    const target = valueAt(document, steps);
    if (target === undefined) throw failure(path, `points to ${pointer}, which does not exist`);
    return visit(target, steps, [...under, pointer]);
  }

  function failure(path: JsonPath, what: string): GatehouseError {
    const { at, length } = openJsonText(text).spanOf(path);
    const { line, column } = createTextLines(text).rangeOf(at, length);
    return new GatehouseError(
      'contract.cyclic-reference',
      `${file}: the reference at line ${line}, column ${column} ${what}.`,
      {
        fix: 'Replace the reference with its content, or point it to another value.',
        location: { file, line, column, pointer: toPointer(path) },
      },
    );
  }

  return visit(document, [], []);
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}
