import type { AttributeDefinition, JsonObject } from '#shared/connectors/index.ts';
import { type JsonValue, jsonEqual } from '#shared/workspace/three-way.ts';
import { HostError } from './host-error.ts';
import { type HostRecord, type HostType, segmentsOf } from './records.ts';

/** One step of a patch, its fields by the names of the host. */
export interface PatchStep {
  readonly operation: string;
  readonly field: string;
  readonly isMultivalued: boolean;
  readonly value: JsonValue | undefined;
  /** The attribute that `from` names, for move and copy. */
  readonly from: string | null;
  /**
   * Attributes of the connector whose current values it needs, and that reading does not return by default.
   */
  readonly needs: readonly string[];
}

type Change = (step: PatchStep, current: Map<string, JsonValue>) => void;

/** The steps of a patch by their names; `transform` needs a script of the host, which systems do not take. */
const changes: Readonly<Record<string, Change>> = {
  add({ field, isMultivalued, value }, current) {
    if (value === undefined) throw missing('add', 'value');
    if (!isMultivalued) current.set(field, value);
    else current.set(field, [...listOf(current.get(field)), ...listOf(value)]);
  },
  replace({ field, value }, current) {
    current.set(field, value ?? null);
  },
  remove({ field, isMultivalued, value }, current) {
    const now = current.get(field);
    if (value === undefined || value === null) current.set(field, null);
    else if (isMultivalued)
      current.set(
        field,
        listOf(now).filter((each) => !jsonEqual(each, value)),
      );
    else if (jsonEqual(now ?? null, value)) current.set(field, null);
  },
  increment({ field, value }, current) {
    const now = current.get(field) ?? 0;
    if (typeof now !== 'number' || typeof value !== 'number')
      throw new HostError(400, `Only numbers can be incremented, and '/${field}' is not a number`);
    current.set(field, now + value);
  },
  move({ field, from }, current) {
    const source = required('move', from);
    current.set(field, current.get(source) ?? null);
    if (source !== field) current.set(source, null);
  },
  copy({ field, from }, current) {
    current.set(field, current.get(required('copy', from)) ?? null);
  },
};

/**
 * The steps of a patch.
 * @throws HostError 400 where one is none, or names something that cannot be patched
 */
export function readPatch(type: HostType, steps: readonly JsonObject[]): readonly PatchStep[] {
  return steps.map((step) => readStep(type, step));
}

/**
 * The attributes of a record after a patch, those alone that it touches.
 * @throws HostError 400 where a step does not fit the present value
 */
export function patchedMembers(record: HostRecord, steps: readonly PatchStep[]): JsonObject {
  const current = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(record)) if (value !== undefined) current.set(name, value);
  const touched = new Set<string>();
  for (const step of steps) {
    changeOf(step.operation)(step, current);
    touched.add(step.field);
    if (step.operation === 'move' && step.from !== null) touched.add(step.from);
  }
  return Object.fromEntries([...touched].map((name) => [name, current.get(name) ?? null]));
}

function changeOf(operation: string): Change {
  const change = Object.hasOwn(changes, operation) ? changes[operation] : undefined;
  if (change === undefined) throw new HostError(400, `The patch operation '${operation}' is not supported`);
  return change;
}

function readStep(type: HostType, { operation, field, value, from }: JsonObject): PatchStep {
  if (typeof operation !== 'string') throw missing('patch', 'operation');
  changeOf(operation);
  if (typeof field !== 'string') throw missing(operation, 'field');
  const target = attributeOf(type, field);
  const source = typeof from === 'string' ? attributeOf(type, from) : null;
  const { name, isMultivalued } = target;
  const read = isByValue(operation, isMultivalued, value) ? [target] : [];
  const needs = [...read, ...(source === null ? [] : [source])].flatMap((each) =>
    hiddenName(operation, each),
  );
  return { operation, field: name, isMultivalued, value, from: source?.name ?? null, needs };
}

/** Tests whether the new value depends on the present one. */
function isByValue(operation: string, isMultivalued: boolean, value: JsonValue | undefined): boolean {
  if (operation === 'add') return isMultivalued;
  return operation === 'increment' || (operation === 'remove' && value !== undefined && value !== null);
}

interface Attribute {
  /** By the name of the host. */
  readonly name: string;
  readonly isMultivalued: boolean;
  readonly definition: AttributeDefinition | null;
}

function attributeOf(type: HostType, pointer: string): Attribute {
  const [name = '', index, ...deeper] = segmentsOf(pointer);
  if ((index !== undefined && index !== '-') || deeper.length > 0)
    throw new HostError(400, `Only one level JsonPointer supported: '${pointer}'`);
  if (name === '__NAME__') return { name, isMultivalued: false, definition: null };
  const native = type.toNative(name);
  if (native === '__NAME__') return { name, isMultivalued: false, definition: null };
  const definition = native === null ? undefined : type.compiled.schema.get(native);
  if (definition === undefined) throw new HostError(400, `Target does not support attribute ${name}`);
  return { name, isMultivalued: definition.flags.includes('MULTIVALUED'), definition };
}

/** Without its present values an attribute would lose those that stay. */
function hiddenName(operation: string, { name, definition }: Attribute): readonly string[] {
  if (definition?.flags.includes('NOT_READABLE') === true)
    throw new HostError(400, `The attribute '${name}' cannot be read, but '${operation}' requires its value`);
  return definition?.flags.includes('NOT_RETURNED_BY_DEFAULT') === true ? [definition.fieldName] : [];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}

function required(operation: string, from: string | null): string {
  if (from === null) throw missing(operation, 'from');
  return from;
}

function missing(operation: string, member: string): HostError {
  return new HostError(400, `The patch operation '${operation}' requires the member '${member}'`);
}
