import { exampleKeyword, guardedProperties } from '#shared/connectors/configuration/index.ts';
import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** How a member of a document is edited, as its schema says. */
export type FieldControl =
  | { readonly kind: 'text' | 'flag' | 'secret' | 'pairs' | 'json' }
  | { readonly kind: 'number' }
  /** True, false, or an object with one text. */
  | { readonly kind: 'flag-or-text'; readonly member: string; readonly help: string }
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

export interface SchemaField {
  readonly name: string;
  /** The description in the schema. */
  readonly help: string;
  /** How a value looks, in one line of JSON; null: the schema has no example. */
  readonly example: string | null;
  readonly control: FieldControl;
}

type Schema = Readonly<Record<string, JsonValue>>;

/** The alternatives of a schema, without null. */
function alternativesOf(schema: Schema): readonly Schema[] {
  const options = schema['anyOf'] ?? schema['oneOf'];
  const { type } = schema;
  if (Array.isArray(type)) return type.flatMap((one: JsonValue) => alternativesOf({ ...schema, type: one }));
  if (!Array.isArray(options)) return type === 'null' ? [] : [schema];
  return options.filter((option) => isJsonObject(option)).flatMap(alternativesOf);
}

function memberOf(schema: Schema, step: string | number): Schema | null {
  for (const option of alternativesOf(schema)) {
    const { properties, additionalProperties, items } = option;
    const member = isJsonObject(properties) ? properties[step] : undefined;
    for (const candidate of [member, typeof step === 'number' ? items : undefined, additionalProperties])
      if (isJsonObject(candidate)) return candidate;
  }
  return null;
}

/** The schema of the value at a path of a document; null: it says nothing of that place. */
export function schemaAt(schema: JsonValue, path: JsonPath): Schema | null {
  let found: Schema | null = isJsonObject(schema) ? schema : null;
  for (const step of path) found = found === null ? null : memberOf(found, step);
  return found;
}

/** Words of an enumeration as they are usually written: those that schemas list in lower case too are listed once. */
function wordsOf(options: readonly Schema[]): readonly string[] {
  const messages = options.flatMap((option) => (Array.isArray(option['enum']) ? option['enum'] : []));
  const texts = messages.filter((word): word is string => typeof word === 'string');
  return [...new Map(texts.toReversed().map((word) => [word.toLowerCase(), word])).values()].toReversed();
}

function controlOf(name: string, schema: Schema): FieldControl {
  if (guardedProperties.some((guarded) => guarded === name)) return { kind: 'secret' };
  const options = alternativesOf(schema);
  const has = (type: string) => options.some((option) => option['type'] === type);
  if (has('boolean')) return onlyTextOf(options) ?? { kind: 'flag' };
  const choices = wordsOf(options);
  if (choices.length > 0) return { kind: 'choice', choices };
  if (has('number') || has('integer')) return { kind: 'number' };
  const map = options.find((option) => isJsonObject(option['additionalProperties']));
  const value = map?.['additionalProperties'];
  const isTexts = isJsonObject(value) && alternativesOf(value).some((option) => option['type'] === 'string');
  if (map !== undefined && isTexts && map['properties'] === undefined) return { kind: 'pairs' };
  return has('string') && !has('object') && !has('array') ? { kind: 'text' } : { kind: 'json' };
}

/** The one text of an object that may stand in place of a flag; null: there is none. */
function onlyTextOf(options: readonly Schema[]): FieldControl | null {
  const members = options.flatMap(({ properties }) =>
    isJsonObject(properties) ? Object.entries(properties) : [],
  );
  const [only, ...others] = members;
  if (only === undefined || others.length > 0) return null;
  const [member, schema] = only;
  const { description } = isJsonObject(schema) ? schema : {};
  return { kind: 'flag-or-text', member, help: typeof description === 'string' ? description : '' };
}

/** The field of a member of the value at a path. */
export function fieldOf(schema: JsonValue, path: JsonPath, name: string): SchemaField {
  const member = schemaAt(schema, [...path, name]) ?? {};
  const { description, [exampleKeyword]: example } = member;
  return {
    name,
    help: typeof description === 'string' ? description : '',
    example: example === undefined ? null : JSON.stringify(example),
    control: controlOf(name, member),
  };
}
