import {
  connectorJsonSchema,
  guardedProperties,
  operationNames,
  propertiesSchema,
} from '#shared/connectors/index.ts';
import { isJsonObject } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { code, made, table } from './markdown.ts';

type Schema = Readonly<Record<string, JsonValue>>;

function asSchema(value: JsonValue | undefined): Schema {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/** Lists the alternatives of a schema, nested ones too, without null. */
function alternatives(schema: Schema): readonly Schema[] {
  const { anyOf } = schema;
  return anyOf === undefined
    ? schema['type'] === 'null'
      ? []
      : [schema]
    : listOf(anyOf).flatMap((each) => alternatives(asSchema(each)));
}

/** The schema of the objects that a schema allows, by themselves, in a list, or as values of a map. */
function objectOf(schema: Schema): Schema {
  for (const each of alternatives(schema)) {
    const { properties, items, additionalProperties } = each;
    if (properties !== undefined) return each;
    if (items !== undefined) return objectOf(asSchema(items));
    if (additionalProperties !== undefined) return objectOf(asSchema(additionalProperties));
  }
  return {};
}

function memberOf(schema: Schema, ...names: readonly string[]): Schema {
  return names.reduce((inner, name) => asSchema(asSchema(objectOf(inner)['properties'])[name]), schema);
}

/** Types as people name them; words are in upper case, or as they are where they have none. */
function typeOf(schema: Schema): string {
  const names = alternatives(schema).flatMap(
    ({ type, enum: words, const: one, items, pattern }): readonly string[] => {
      const given = listOf(words).filter((each) => typeof each === 'string');
      const upper = given.filter((each) => each === each.toUpperCase());
      // Numbers and truth values may be written as texts.
      if (given.includes('true') || (type === 'string' && pattern === String.raw`^\s*-?\d+\s*$`)) return [];
      if (given.length > 0) return (upper.length > 0 ? upper : given).map(code);
      if (one !== undefined) return [];
      if (items !== undefined) return ['list'];
      return (Array.isArray(type) ? (type as readonly JsonValue[]) : [type]).flatMap((each) =>
        typeof each === 'string' && each !== 'null' ? [typeWords[each] ?? each] : [],
      );
    },
  );
  return [...new Set(names)].join(', ') || 'any JSON';
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'whole number',
  integer: 'whole number',
  object: 'object',
  array: 'list',
  boolean: 'boolean',
};

/** The description of a member; of one that may be null it stands at the other alternative. */
function meaningOf(schema: Schema): string {
  const described = [schema, ...alternatives(schema)].map(({ description }) => description);
  const description = described.find((each) => typeof each === 'string');
  return typeof description === 'string' ? description.replaceAll(/[|<]/g, String.raw`\$&`) : '–';
}

/** A table of the members of what a schema describes. */
function members(schema: Schema): string {
  const object = objectOf(schema);
  const required = new Set(listOf(object['required']));
  const rows = Object.entries(asSchema(object['properties'])).map(([name, member]) => [
    code(name),
    typeOf(asSchema(member)),
    required.has(name) ? 'yes' : '',
    meaningOf(asSchema(member)),
  ]);
  return table(['Member', 'Type', 'Required', 'Meaning'], rows);
}

function propertiesTable(schema: Schema): string {
  const defaults = propertiesSchema.parse({}) as Readonly<Record<string, unknown>>;
  const guarded: readonly string[] = guardedProperties;
  const rows = Object.entries(asSchema(objectOf(schema)['properties'])).map(([name, member]) => [
    code(name),
    guarded.includes(name) ? 'secret' : typeOf(asSchema(member)),
    defaults[name] === null || defaults[name] === undefined ? '–' : code(JSON.stringify(defaults[name])),
    meaningOf(asSchema(member)),
  ]);
  return table(['Property', 'Type', 'Default', 'Meaning'], rows);
}

/** Members of all operations, and in which of them each stands. */
function operationsTable(operations: Schema): string {
  const found = new Map<string, { readonly meaning: string; readonly marks: Map<string, string> }>();
  for (const operation of operationNames) {
    const object = objectOf(memberOf(operations, operation));
    const required = new Set(listOf(object['required']));
    for (const [name, member] of Object.entries(asSchema(object['properties']))) {
      const entry = found.get(name) ?? { meaning: meaningOf(asSchema(member)), marks: new Map() };
      entry.marks.set(operation, required.has(name) ? 'required' : 'optional');
      found.set(name, entry);
    }
  }
  const rows = [...found].map(([name, { meaning, marks }]) => [
    code(name),
    ...operationNames.map((operation) => marks.get(operation) ?? '–'),
    meaning,
  ]);
  return table(['Member', ...operationNames, 'Meaning'], rows);
}

/** The reference page of a connector's document, from the schema that checks it. */
export function connectorPage(): string {
  const document = asSchema(connectorJsonSchema());
  const type = memberOf(document, 'configurationProperties', 'objectTypes');
  const operations = memberOf(type, 'operations');
  const pagination = memberOf(operations, 'QUERY', 'pagination');
  return `# The document of a connector

${made}

\`connectors/provisioner.openicf-<name>.json\`. To write and test one, see the [guide](../guides/connectors.md). Methods, types
and flags can be in upper or lower case. Members that begin with “Extension” go beyond the documentation of the products, and are
marked where they are used.

${members(document)}

## connectorRef

${members(memberOf(document, 'connectorRef'))}

## objectTypes

Each object class:

${members(memberOf(document, 'objectTypes'))}

Each of its properties:

${members(memberOf(document, 'objectTypes', 'properties'))}

## systemActions

${members(memberOf(document, 'systemActions'))}

actions:

${members(memberOf(document, 'systemActions', 'actions'))}

## operationTimeout

${members(memberOf(document, 'operationTimeout'))}

## operationRateLimits

${members(memberOf(document, 'operationRateLimits'))}

Each of them:

${members(memberOf(document, 'operationRateLimits', 'SEARCH'))}

## poolConfigOption

${members(memberOf(document, 'poolConfigOption'))}

## configurationProperties

A secret is \`{"$secret": "name"}\`, \`&{name}\`, a \`$crypto\` document of the products, or a text in clear, which is encrypted at
startup. A connector can use [its own secrets and those that you allowed it](../guides/connectors.md#secrets).

${propertiesTable(memberOf(document, 'configurationProperties'))}

### retries

Each rule:

${members(memberOf(document, 'configurationProperties', 'retries'))}

## objectTypes.\\<type>

${members(type)}

### schema

${members(memberOf(type, 'schema'))}

### operations

${operationsTable(operations)}

### additionalStep of GET and QUERY

${members(memberOf(operations, 'GET', 'additionalStep'))}

### additionalStep of CREATE, UPDATE and DELETE

${members(memberOf(operations, 'CREATE', 'additionalStep'))}

### unflattenAttributes

${members(memberOf(operations, 'CREATE', 'unflattenAttributes'))}

### sendAll

\`true\`, \`false\`, or an object:

${members(memberOf(operations, 'UPDATE', 'sendAll'))}

### pagination

${members(pagination)}

Each of the three strategies:

${members(memberOf(pagination, 'offSetPagination'))}

pagedResultsCookie:

${members(memberOf(pagination, 'pagedResultsCookie'))}

### exceptions

${members(memberOf(type, 'exceptions'))}

Each rule:

${members(memberOf(type, 'exceptions', 'NOT_FOUND'))}

### filters

${members(memberOf(type, 'filters'))}

operators:

${members(memberOf(type, 'filters', 'operators'))}

templates:

${members(memberOf(type, 'filters', 'templates'))}

body:

${members(memberOf(type, 'filters', 'body'))}

templates of body:

${members(memberOf(type, 'filters', 'body', 'templates'))}
`;
}
