import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

type Schema = Readonly<Record<string, JsonValue>>;

/** Beginning of a value of each type; the caret is put inside. `^` marks text that the editor takes as it is. */
const beginnings: Readonly<Record<string, string>> = { object: '^{$1}', array: '^[$1]', string: '^"$1"' };

/**
 * The schema with what the editor writes behind a member that it completes: the beginning of a value of its first
 * type. A default of null says that the member may be absent, and nobody completes a member to leave it out.
 */
export function completableSchema(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return (schema as readonly JsonValue[]).map(completableSchema);
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, member]) => {
      if (name === 'properties' && isJsonObject(member)) return [name, withBeginnings(member)];
      return [name, name === 'default' || name === 'enum' ? member : completableSchema(member)];
    }),
  );
}

function withBeginnings(properties: Schema): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, withBeginning(completableSchema(property))]),
  );
}

function withBeginning(property: JsonValue): JsonValue {
  if (!isJsonObject(property)) return property;
  const { default: otherwise = null, ...rest } = property;
  if (otherwise !== null && typeof otherwise !== 'object') return property;
  const body = beginnings[firstType(rest) ?? ''];
  return body === undefined ? rest : { ...rest, defaultSnippets: [{ body }] };
}

/** A secret may be many things, of which a text is the one that a person writes. */
function firstType(schema: Schema): string | null {
  const types = typesOf(schema);
  return types.find((type) => type === 'string') ?? types.find((type) => type !== 'null') ?? null;
}

function typesOf({ type, anyOf, oneOf }: Schema): readonly string[] {
  const options = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : [];
  const own = Array.isArray(type) ? type : [type];
  return [
    ...own.filter((one): one is string => typeof one === 'string'),
    ...options.filter((option) => isJsonObject(option)).flatMap(typesOf),
  ];
}
