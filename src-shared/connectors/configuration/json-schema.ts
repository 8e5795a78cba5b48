import { z } from 'zod';
import { isJsonObject } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import { envelopeSchema } from './envelope.ts';

type JsonSchemaOverride = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** Keyword of the JSON Schema for an example that forms show. */
export const exampleKeyword = 'x-example';

let made: JsonValue | null = null;

/**
 * The JSON Schema of a connector's document, for editors; made from the very schema that checks it. It does not refer
 * to itself: editors slow down on recursive schemas.
 */
export function connectorJsonSchema(): JsonValue {
  made ??= flatten(
    z.toJSONSchema(envelopeSchema, {
      io: 'input',
      unrepresentable: 'any',
      override: nameExample,
    }) as JsonValue,
  );
  return made;
}

/**
 * Stores the first example of a member under our own keyword. Editors insert values from `examples` when they complete a
 * member, but these values are only meant to show the format.
 */
function nameExample({ zodSchema, jsonSchema }: Parameters<JsonSchemaOverride>[0]): void {
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  delete jsonSchema.examples;
  if (Array.isArray(examples)) jsonSchema[exampleKeyword] = examples[0];
}

/** Any JSON and nested mappings are the only schemas that refer to themselves. */
function flatten(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return (schema as readonly JsonValue[]).map(flatten);
  if (!isJsonObject(schema)) return schema;
  const { $ref: reference, $defs: _definitions, ...rest } = schema;
  const members = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, flatten(member)]));
  return reference === undefined
    ? members
    : { ...members, ...(isMapping(reference) ? { type: 'object' } : {}) };
}

function isMapping(reference: JsonValue): boolean {
  return reference === '#/$defs/__schema1';
}
