import type { ErrorCode } from '../../errors/codes.ts';
import { isJsonObject } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import type { AttributeType } from '../configuration/vocabulary.ts';
import { standardBase64 } from './base64.ts';
import { isDateTime } from './date-time.ts';

/** A value that does not fit its attribute. */
export interface ValueProblem {
  readonly code: ErrorCode;
  readonly attribute: string;
  readonly message: string;
}

export type Converted = { readonly value: JsonValue } | { readonly problem: ValueProblem };

interface ValueType {
  readonly code: ErrorCode;
  /** As in “The value of x is …”. */
  readonly complaint: string;
  /** One value, which is neither null nor absent; undefined: it does not fit. */
  readonly convert: (value: JsonValue) => JsonValue | undefined;
}

/** The conversion of each type, the same in both directions. Spec 2 §A.2 */
const valueTypes: Readonly<Record<AttributeType, ValueType>> = {
  STRING: { code: 'connector.value-not-text', complaint: 'not a string', convert: textFrom },
  BOOLEAN: { code: 'connector.value-not-boolean', complaint: 'neither true nor false', convert: booleanFrom },
  INTEGER: {
    code: 'connector.value-not-integer',
    complaint: 'not a safe integer',
    convert: integerFrom,
  },
  DECIMAL: { code: 'connector.value-not-number', complaint: 'not a number', convert: decimalFrom },
  DATETIME: {
    code: 'connector.value-not-datetime',
    complaint: 'not an ISO 8601 date and time, such as 2026-07-01T08:30:00Z',
    convert: (value) => (typeof value === 'string' && isDateTime(value) ? value : undefined),
  },
  BINARY: {
    code: 'connector.value-not-binary',
    complaint: 'not Base64',
    convert: (value) => (typeof value === 'string' ? (standardBase64(value) ?? undefined) : undefined),
  },
  COMPLEX: {
    code: 'connector.value-not-object',
    complaint: 'not an object',
    convert: (value) => (isJsonObject(value) ? value : undefined),
  },
  REFERENCE: {
    code: 'connector.value-not-reference',
    complaint: 'neither a uid nor an object',
    convert: (value) =>
      isJsonObject(value) ? value : typeof value === 'boolean' ? undefined : textFrom(value),
  },
};

function textFrom(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function booleanFrom(value: JsonValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

function integerFrom(value: JsonValue): number | undefined {
  const number = typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

function decimalFrom(value: JsonValue): number | undefined {
  const isText = typeof value === 'string' && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/**
 * A value of the remote as the host shows it, or a value of the host as the remote is sent it: both take the same.
 * null stays null. Of a list that stands for one value, its only element is taken and an empty one is null; one value
 * that stands for a list is a list of one, and null in a list is left out.
 */
export function convertValue(definition: AttributeDefinition, json: JsonValue): Converted {
  if (json === null) return { value: null };
  const valueType = valueTypes[definition.type];
  const isMultivalued = definition.flags.includes('MULTIVALUED');
  if (!isMultivalued && !Array.isArray(json)) return single(definition, valueType, json);
  const values: JsonValue[] = [];
  for (const each of Array.isArray(json) ? (json as readonly JsonValue[]) : [json]) {
    if (each === null) continue;
    const value = valueType.convert(each);
    if (value === undefined) return { problem: misfit(definition, valueType, each) };
    values.push(value);
  }
  if (isMultivalued) return { value: values };
  const [first = null] = values;
  return values.length > 1 ? { problem: several(definition, values.length) } : { value: first };
}

function single(definition: AttributeDefinition, valueType: ValueType, json: JsonValue): Converted {
  const value = valueType.convert(json);
  return value === undefined ? { problem: misfit(definition, valueType, json) } : { value };
}

function misfit(
  { fieldName, type }: AttributeDefinition,
  valueType: ValueType,
  value: JsonValue,
): ValueProblem {
  return {
    code: valueType.code,
    attribute: fieldName,
    message: `${fieldName} has the type ${type}, but ${shown(value)} is ${valueType.complaint}.`,
  };
}

function several({ fieldName }: AttributeDefinition, count: number): ValueProblem {
  return {
    code: 'connector.value-several',
    attribute: fieldName,
    message: `${fieldName} has a single value, but received ${count}. For a list, add the flag MULTIVALUED.`,
  };
}

const maxShownLength = 60;

function shown(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value);
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}
