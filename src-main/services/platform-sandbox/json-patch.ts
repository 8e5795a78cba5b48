import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { fromPointer, type JsonValue } from '#shared/workspace/index.ts';
import { type ErrorDetail, invalidData, tooMany } from './failure.ts';
import { readInput } from './input.ts';
import type { JsonObject } from './state/entities.ts';

/** Operations of one request, and what a document may grow to: copies can double it with each operation. */
const maxOperations = 100;
const maxDocumentCharacters = 131_072;

const pointer = z.string().regex(/^\/(?:[^~]|~[01])*$/, 'must be a JSON Pointer to a member');
const value = z.json();
/** RFC 6902 §4 */
const operationSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('add'), path: pointer, value }),
  z.object({ op: z.literal('replace'), path: pointer, value }),
  z.object({ op: z.literal('test'), path: pointer, value }),
  z.object({ op: z.literal('remove'), path: pointer }),
  z.object({ op: z.literal('move'), path: pointer, from: pointer }),
  z.object({ op: z.literal('copy'), path: pointer, from: pointer }),
]);
type Operation = z.output<typeof operationSchema>;

/** Why an operation cannot be done. */
class Undoable extends Error {}

/**
 * A document after a list of operations: all of them are done, or none. RFC 6902 §3–§5
 * @throws PlatformError INVALID_DATA, with the place of the operation that cannot be done
 */
export function patched(document: JsonObject, body: readonly unknown[]): JsonObject {
  if (body.length > maxOperations)
    throw tooMany('', `One request has at most ${maxOperations} operations.`, maxOperations);
  const operations = readInput(z.array(operationSchema), body);
  const copy = structuredClone(document);
  for (const [index, operation] of operations.entries()) {
    try {
      perform(copy, operation);
      if (JSON.stringify(copy).length > maxDocumentCharacters)
        throw new Undoable('makes the document too large');
    } catch (error) {
      if (error instanceof Undoable) throw invalidData([detail(index, operation, error.message)]);
      throw error;
    }
  }
  return copy;
}

/** @throws Undoable */
function perform(document: JsonObject, operation: Operation): void {
  const { op, path } = operation;
  switch (op) {
    case 'add':
      return put(targetIn(document, path), structuredClone(operation.value));
    case 'remove':
      return void take(targetIn(document, path));
    case 'replace': {
      const target = targetIn(document, path);
      take(target);
      return put(target, structuredClone(operation.value));
    }
    case 'move': {
      if (path.startsWith(`${operation.from}/`)) throw new Undoable('moves a value into itself');
      const moved = take(targetIn(document, operation.from));
      return put(targetIn(document, path), moved);
    }
    case 'copy':
      return put(targetIn(document, path), structuredClone(read(targetIn(document, operation.from))));
    case 'test':
      if (isDeepStrictEqual(read(targetIn(document, path)), operation.value)) return;
      throw new Undoable('does not find the tested value');
  }
}

/** A member of an object, or an element of a list; it need not be there. */
type Target =
  | { readonly members: Record<string, JsonValue>; readonly name: string }
  | { readonly list: JsonValue[]; readonly index: number };

const nowhere = 'has a path that does not exist';

/** @throws Undoable where what should hold the place is not there, or holds none */
function targetIn(document: JsonObject, path: string): Target {
  const tokens = (fromPointer(path) ?? []).map(String);
  const last = tokens.pop() ?? '';
  let holder: JsonValue = document;
  for (const token of tokens) holder = read(placeOf(holder, token));
  return placeOf(holder, last);
}

/** A list has places by number alone, and one behind its last. RFC 6901 §4 */
function placeOf(holder: JsonValue, token: string): Target {
  if (typeof holder !== 'object' || holder === null) throw new Undoable(nowhere);
  // JSON may have a member of this name, and an object that was made by assignment may not.
  if (!Array.isArray(holder) && token !== '__proto__')
    return { members: holder as Record<string, JsonValue>, name: token };
  const list = holder as JsonValue[];
  const index = token === '-' ? list.length : Number(/^(?:0|[1-9]\d{0,8})$/.exec(token)?.[0] ?? Number.NaN);
  if (!Array.isArray(holder) || Number.isNaN(index) || index > list.length) throw new Undoable(nowhere);
  return { list, index };
}

/** @throws Undoable where nothing is there */
function read(target: Target): JsonValue {
  const found = 'list' in target ? target.list[target.index] : ownMember(target.members, target.name);
  if (found === undefined) throw new Undoable(nowhere);
  return found;
}

function ownMember(members: Record<string, JsonValue>, name: string): JsonValue | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function put(target: Target, given: JsonValue): void {
  if ('list' in target) target.list.splice(target.index, 0, given);
  else target.members[target.name] = given;
}

/** @throws Undoable where nothing is there */
function take(target: Target): JsonValue {
  const taken = read(target);
  if ('list' in target) target.list.splice(target.index, 1);
  else delete target.members[target.name];
  return taken;
}

function detail(index: number, { op, path }: Operation, reason: string): ErrorDetail {
  return {
    code: 'INVALID_VALUE',
    target: path,
    message: `Operation ${index + 1} (${op} ${path}) ${reason}. Nothing was changed.`,
  };
}
