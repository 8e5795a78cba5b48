import { assertNever } from '../../errors/assert-never.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { ScimComparison, ScimFilter, ScimOperator } from './types.ts';

type Scalar = string | number | boolean | null;

const textOperators: ReadonlySet<ScimOperator> = new Set(['co', 'sw', 'ew']);

/** Properties of the attributes that a filter compares, by their dotted names. */
export interface ScimAttributes {
  /** True if upper and lower case differ. RFC 7643 §2.2 */
  readonly isCaseExact: (name: string) => boolean;
  /** The instant that a text stands for; null where the attribute is none. */
  readonly instantOf: (name: string, text: string) => number | null;
}

/**
 * Tests whether a resource matches a filter: of several values any may match, and an absent value matches nothing but
 * `ne` and `eq null`. RFC 7644 §3.4.2.2
 */
export function matchesScimFilter(
  filter: ScimFilter,
  resource: JsonValue,
  attributes: ScimAttributes,
): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matchesScimFilter(part, resource, attributes));
    case 'or':
      return filter.parts.some((part) => matchesScimFilter(part, resource, attributes));
    case 'not':
      return !matchesScimFilter(filter.part, resource, attributes);
    case 'present':
      return valuesAt(resource, filter.path).some(isPresent);
    case 'some':
      return valuesAt(resource, filter.path).some((value) =>
        matchesScimFilter(filter.part, value, attributes),
      );
    case 'compare':
      return compares(filter, resource, attributes);
    default:
      return assertNever(filter);
  }
}

/** All values at a path; lists on the way are looked into. */
function valuesAt(resource: JsonValue, path: readonly string[]): readonly JsonValue[] {
  let values: readonly JsonValue[] = [resource];
  for (const name of path)
    values = values.flatMap((value) => {
      const found = member(value, name);
      return found === undefined ? [] : Array.isArray(found) ? (found as readonly JsonValue[]) : [found];
    });
  return values;
}

/** Names of attributes are the same in upper and lower case. RFC 7643 §2.1 */
function member(value: JsonValue, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const record = value as Readonly<Record<string, JsonValue>>;
  if (Object.hasOwn(record, name)) return record[name];
  const wanted = name.toLowerCase();
  const key = Object.keys(record).find((each) => each.toLowerCase() === wanted);
  return key === undefined ? undefined : record[key];
}

function isPresent(value: JsonValue): boolean {
  return value !== null && value !== '';
}

function compares(
  { operator, path, value }: ScimComparison,
  resource: JsonValue,
  attributes: ScimAttributes,
): boolean {
  const values = valuesAt(resource, path);
  const found = values.filter((each) => typeof each !== 'object') as readonly Scalar[];
  const name = path.join('.');
  // Null counts as having no value, like an absent attribute. RFC 7643 §2.5
  if (value === null) return operator === (values.every((each) => each === null) ? 'eq' : 'ne');
  if (operator === 'ne') return !found.some((each) => holds('eq', each, value, name, attributes));
  return found.some((each) => holds(operator, each, value, name, attributes));
}

function holds(
  operator: Exclude<ScimOperator, 'ne'>,
  found: Scalar,
  value: string | number | boolean,
  name: string,
  { isCaseExact, instantOf }: ScimAttributes,
): boolean {
  if (typeof found !== typeof value || found === null) return false;
  if (typeof found === 'string' && typeof value === 'string') {
    const [one, other] = [instantOf(name, found), instantOf(name, value)];
    if (one !== null && other !== null && !textOperators.has(operator)) return ordered(operator, one - other);
    return isCaseExact(name)
      ? holdsText(operator, found, value)
      : holdsText(operator, found.toLowerCase(), value.toLowerCase());
  }
  if (typeof found === 'boolean') return operator === 'eq' && found === value;
  return ordered(operator, Number(found) - Number(value));
}

function holdsText(operator: Exclude<ScimOperator, 'ne'>, found: string, value: string): boolean {
  if (operator === 'co') return found.includes(value);
  if (operator === 'sw') return found.startsWith(value);
  if (operator === 'ew') return found.endsWith(value);
  return ordered(operator, found === value ? 0 : found < value ? -1 : 1);
}

function ordered(operator: ScimOperator, difference: number): boolean {
  switch (operator) {
    case 'eq':
      return difference === 0;
    case 'gt':
      return difference > 0;
    case 'ge':
      return difference >= 0;
    case 'lt':
      return difference < 0;
    case 'le':
      return difference <= 0;
    // A value that is not text contains nothing.
    case 'ne':
    case 'co':
    case 'sw':
    case 'ew':
      return false;
    default:
      return assertNever(operator);
  }
}
