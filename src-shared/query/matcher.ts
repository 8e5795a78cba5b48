import { assertNever } from '../errors/assert-never.ts';
import type { JsonValue } from '../workspace/three-way.ts';
import type { CompareOperator, Comparison, InstantOf, QueryFilter } from './types.ts';

type Scalar = string | number | boolean;

const noInstants: InstantOf = () => null;

/**
 * Tests whether a record matches a filter. Of a list, any element may match; an absent value matches nothing. Texts
 * are compared as instants if both are instants, whatever their offsets.
 */
export function matchesFilter(
  filter: QueryFilter,
  record: Readonly<Record<string, JsonValue>>,
  instantOf: InstantOf = noInstants,
): boolean {
  switch (filter.kind) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'not':
      return !matchesFilter(filter.part, record, instantOf);
    case 'and':
      return filter.parts.every((part) => matchesFilter(part, record, instantOf));
    case 'or':
      return filter.parts.some((part) => matchesFilter(part, record, instantOf));
    case 'present':
      return isPresent(fieldOf(record, filter.field));
    case 'compare':
      return comparesWith(filter, fieldOf(record, filter.field), instantOf);
    default:
      return assertNever(filter);
  }
}

/** The names in the pointer of a field; a bare name is one. RFC 6901 §4 */
export function fieldSegments(field: string): readonly string[] {
  if (!field.includes('/')) return [field];
  return (field.startsWith('/') ? field.slice(1) : field)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function fieldOf(record: Readonly<Record<string, JsonValue>>, field: string): JsonValue | undefined {
  let value: JsonValue | undefined = record;
  for (const name of fieldSegments(field)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, JsonValue>>)[name];
  }
  return value;
}

function isPresent(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function comparesWith(
  { operator, field, value }: Comparison,
  found: JsonValue | undefined,
  instantOf: InstantOf,
): boolean {
  const order = (one: Scalar): number => instantOrder(field, one, value, instantOf) ?? orderOf(one, value);
  if (Array.isArray(found)) return found.some((each: JsonValue) => compares(operator, each, value, order));
  return found !== undefined && compares(operator, found, value, order);
}

/** null: one of them is no instant. */
function instantOrder(field: string, found: Scalar, value: Scalar, instantOf: InstantOf): number | null {
  if (typeof found !== 'string' || typeof value !== 'string') return null;
  const [one, other] = [instantOf(field, found), instantOf(field, value)];
  return one === null || other === null ? null : one - other;
}

function compares(
  operator: CompareOperator,
  found: JsonValue,
  value: Scalar,
  order: (found: Scalar) => number,
): boolean {
  if (found === null || typeof found === 'object') return false;
  switch (operator) {
    case 'eq':
    case 'ca':
      return order(found) === 0;
    case 'co':
      return String(found).includes(String(value));
    case 'sw':
      return String(found).startsWith(String(value));
    case 'ew':
      return String(found).endsWith(String(value));
    case 'gt':
      return order(found) > 0;
    case 'ge':
      return order(found) >= 0;
    case 'lt':
      return order(found) < 0;
    case 'le':
      return order(found) <= 0;
    default:
      return assertNever(operator);
  }
}

/** Numbers as numbers, where the other is one or reads as one; everything else by its text. */
function orderOf(found: Scalar, value: Scalar): number {
  if (typeof found === 'number' || typeof value === 'number') {
    const [one, other] = [numberOf(found), numberOf(value)];
    if (!Number.isNaN(one) && !Number.isNaN(other)) return one - other;
  }
  const [one, other] = [String(found), String(value)];
  return one === other ? 0 : one < other ? -1 : 1;
}

function numberOf(value: Scalar): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : Number.NaN;
}
