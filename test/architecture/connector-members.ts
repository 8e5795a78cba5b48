import { connectorJsonSchema } from '#shared/connectors/index.ts';
import { isJsonObject } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

type Schema = Readonly<Record<string, JsonValue>>;

/** An object of a connector's document, and the members that its schema knows. */
export interface DescribedObject {
  /** Steps from the document; `*` is a name that the author chooses, and elements of a list have no step. */
  readonly path: readonly string[];
  readonly members: readonly string[];
}

function alternativesOf(schema: Schema): readonly Schema[] {
  const options = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(options)
    ? (options as readonly JsonValue[]).filter(isJsonObject).flatMap(alternativesOf)
    : [schema];
}

function visit(schema: Schema, path: readonly string[], found: DescribedObject[]): void {
  for (const { properties, items, additionalProperties } of alternativesOf(schema)) {
    if (isJsonObject(items)) visit(items, path, found);
    if (isJsonObject(additionalProperties)) visit(additionalProperties, [...path, '*'], found);
    if (!isJsonObject(properties)) continue;
    found.push({ path, members: Object.keys(properties) });
    for (const [name, member] of Object.entries(properties))
      if (isJsonObject(member)) visit(member, [...path, name], found);
  }
}

/** Every object that the schema of a connector's document describes, from the document inwards. */
export function describedObjects(): readonly DescribedObject[] {
  const found: DescribedObject[] = [];
  const schema = connectorJsonSchema();
  if (isJsonObject(schema)) visit(schema, [], found);
  return found;
}
