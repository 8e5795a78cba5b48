import { assertNever } from '../../errors/assert-never.ts';
import { GatehouseError } from '../../errors/index.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { PageVariables, ReadValues } from '../compiled.ts';

/** Variables of paging by their exact names, and those that go beyond the documents. Spec 2 §A.2 */
export const documentedVariables = ['_pagedResultsCookie', '_pagedResultsOffSet', '_pageSize'] as const;
export const extensionVariables = ['_pagedResultsOffSet+1', '_pageNumber'] as const;
/** Values of the object itself, beside its attributes: an extension. */
export const objectVariables = ['name', 'etag'] as const;
type PageVariable = (typeof documentedVariables)[number] | (typeof extensionVariables)[number];
export type Variable = 'uid' | PageVariable | (typeof objectVariables)[number];

const variables: readonly Variable[] = [
  'uid',
  ...documentedVariables,
  ...extensionVariables,
  ...objectVariables,
];
/** Variables by their names. */
export const variableOf: ReadonlyMap<string, Variable> = new Map(variables.map((name) => [name, name]));

/** A place of a text that is filled in. */
export interface Placeholder {
  readonly variable: Variable | 'attribute' | 'unknown';
  /** The attribute that it stands for; empty: none. */
  readonly attribute: string;
  /** Its text in the configuration, without the braces. */
  readonly written: string;
}

/** The values of placeholders. */
export interface Values {
  /** null: there is none, and `{uid}` stays as it is. */
  readonly uid: string | null;
  readonly page: PageVariables | null;
  /** null: the request is about no object. */
  readonly object: ReadValues | null;
}

/** Values of a request about one object, of which `object` is known beyond its uid. */
export function valuesOfUid(uid: string, object: ReadValues | null = null): Values {
  return { uid, page: null, object };
}

/** A text with placeholders, cut apart once. */
export interface Template {
  readonly parts: readonly (string | Placeholder)[];
}

/** Names of the attributes of a schema. */
export interface AttributeNames {
  has(name: string): boolean;
}

/** Of an operation that knows no attributes. */
export const noAttributes: AttributeNames = { has: () => false };

const braces = /\{\{([^{}\s"',]+)\}\}|\{([^{}\s"',]+)\}/g;
/** Other texts in braces, such as `{id: 1}` or `{ id }` in a query language, stand for themselves. */
const identifier = /^[\p{L}_][\p{L}\p{N}_.-]*(?:\+\d+)?$/u;
/** Names an attribute that is called as a variable is. */
export const attributePrefix = 'attribute:';

/** Cuts a text apart. `{{name}}` is the text `{name}`. */
export function compileTemplate(text: string, attributes: AttributeNames = noAttributes): Template {
  const parts: (string | Placeholder)[] = [];
  let literal = '';
  let end = 0;
  for (const match of text.matchAll(braces)) {
    const [whole, escaped, written = ''] = match;
    literal += text.slice(end, match.index);
    end = match.index + whole.length;
    const placeholder = placeholderOf(escaped ?? written, attributes);
    if (placeholder === null) literal += whole;
    else if (escaped !== undefined) literal += `{${escaped}}`;
    else {
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push(placeholder);
    }
  }
  literal += text.slice(end);
  if (literal !== '') parts.push(literal);
  return { parts };
}

/** Reads a text in braces; null: it is none of ours. */
function placeholderOf(written: string, attributes: AttributeNames): Placeholder | null {
  const variable = variableOf.get(written);
  if (variable !== undefined) return { variable, attribute: '', written };
  const isPrefixed = written.startsWith(attributePrefix);
  const attribute = isPrefixed ? written.slice(attributePrefix.length) : written;
  if (attributes.has(attribute)) return { variable: 'attribute', attribute, written };
  return isPrefixed || identifier.test(written) ? { variable: 'unknown', attribute: '', written } : null;
}

/** Texts that mean braces and no placeholder, as they are sent. */
export function escapesIn(text: string, attributes: AttributeNames): readonly string[] {
  return [...text.matchAll(braces)].flatMap(([, escaped]) =>
    escaped !== undefined && placeholderOf(escaped, attributes) !== null ? [`{${escaped}}`] : [],
  );
}

/** Names in single braces in a text, whatever they stand for. */
export function namesInBraces(text: string): readonly string[] {
  return [...text.matchAll(braces)].flatMap(([, , written]) => written ?? []);
}

/** The placeholders of a template, in their order. */
export function placeholdersIn({ parts }: Template): readonly Placeholder[] {
  return parts.filter((part) => typeof part === 'object');
}

/** The one placeholder that a template consists of; null: there is more, or none. */
export function onlyPlaceholder({ parts }: Template): Placeholder | null {
  const [first] = parts;
  return parts.length === 1 && typeof first === 'object' ? first : null;
}

/**
 * Returns the value of a placeholder; null: it is not set.
 * @throws connector.configuration where it can have none
 */
export function valueOf(placeholder: Placeholder, values: Values): JsonValue {
  const { uid, page, object } = values;
  const { variable, written } = placeholder;
  if (variable === 'uid') return uid ?? '{uid}';
  if (variable === 'unknown') throw unfilled(written, 'is not a placeholder');
  if (variable === 'attribute' || variable === 'name' || variable === 'etag') {
    if (object === null) throw unfilled(written, 'has no value in this request');
    return objectValue(placeholder, object);
  }
  return page === null ? null : pageValue(variable, page);
}

function pageValue(variable: PageVariable, page: PageVariables): string | number | null {
  switch (variable) {
    case '_pagedResultsCookie':
      return page.cookie;
    case '_pageSize':
      return page.pageSize;
    case '_pagedResultsOffSet':
      return page.offset;
    case '_pagedResultsOffSet+1':
      return page.offset === null ? null : page.offset + 1;
    case '_pageNumber':
      return pageNumber(page);
    default:
      return assertNever(variable);
  }
}

/** A value that is still to be read is shown as the placeholder. */
function objectValue({ variable, attribute, written }: Placeholder, object: ReadValues): JsonValue {
  const value =
    variable === 'attribute'
      ? Object.hasOwn(object.attributes, attribute)
        ? object.attributes[attribute]
        : undefined
      : (object[variable === 'name' ? 'name' : 'etag'] ?? undefined);
  if (value !== undefined) return value;
  if (object.isUnread) return `{${written}}`;
  // Without it nothing would hold the write back.
  if (variable === 'etag')
    throw unfilled(written, 'needs an ETag, but the response of the remote system has none');
  return null;
}

function unfilled(written: string, why: string): GatehouseError {
  return new GatehouseError('connector.configuration', `{${written}} ${why}.`, {
    fix: `Use a value that the request has, or write {{${written}}} for literal braces.`,
  });
}

/** From 1; without a page size nobody knows. */
function pageNumber({ pageSize, offset }: PageVariables): number | null {
  if (pageSize === null || pageSize < 1) return null;
  return Math.floor((offset ?? 0) / pageSize) + 1;
}

/**
 * The text with its placeholders filled in; null: one of them is not set.
 * @throws connector.invalid-attribute for a value that is no text
 */
export function fill(
  { parts }: Template,
  values: Values,
  literal: (text: string) => string,
  encode: (value: string, placeholder: Placeholder) => string,
): string | null {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += literal(part);
    else {
      const value = valueOf(part, values);
      if (value === null) return null;
      if (typeof value === 'object') throw severalValues(part);
      text += encode(String(value), part);
    }
  }
  return text;
}

function severalValues({ written, attribute }: Placeholder): GatehouseError {
  return new GatehouseError(
    'connector.invalid-attribute',
    `The value of ${attribute} is a list or an object, but {${written}} is part of a longer string.`,
    { fix: `Make {${written}} a whole string in the body, or use an attribute with a single value.` },
  );
}

/** A text as it is, for places that need no encoding. */
export function asIs(text: string): string {
  return text;
}

/** Characters that no field value may hold. RFC 9110 §5.5 */
const outsideField = /[^\t\u0020-\u007E\u0080-\u00FF]/;

/** A text for a header field. @throws connector.invalid-attribute for one that would begin another line */
export function fieldValue(text: string, { written }: Placeholder): string {
  if (!outsideField.test(text)) return text;
  throw new GatehouseError(
    'connector.invalid-attribute',
    `The value of {${written}} contains characters that are not allowed in a header.`,
    { fix: 'Change the value, or send it in the body.' },
  );
}
