import { assertNever } from '../errors/assert-never.ts';
import type { QueryFilter } from './types.ts';

/** Writes a filter so that it reads as the same again. */
export function printQueryFilter(filter: QueryFilter): string {
  switch (filter.kind) {
    case 'true':
    case 'false':
      return filter.kind;
    case 'present':
      return `${filter.field} pr`;
    case 'compare':
      return `${filter.field} ${filter.operator} ${printValue(filter.value)}`;
    case 'not':
      return `!(${printQueryFilter(filter.part)})`;
    case 'and':
    case 'or':
      return printParts(filter.kind, filter.parts);
    default:
      return assertNever(filter);
  }
}

/** None of no parts is false, all of no parts is true. */
function printParts(kind: 'and' | 'or', parts: readonly QueryFilter[]): string {
  if (parts.length === 0) return kind === 'and' ? 'true' : 'false';
  return parts
    .map((part) =>
      part.kind === 'and' || part.kind === 'or' ? `(${printQueryFilter(part)})` : printQueryFilter(part),
    )
    .join(` ${kind} `);
}

function printValue(value: string | number | boolean): string {
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`;
  return typeof value === 'number' ? printNumber(value) : String(value);
}

/** The grammar has an exponent after a fraction only. */
function printNumber(value: number): string {
  const text = String(value);
  return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text;
}
