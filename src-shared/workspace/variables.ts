import { isJsonObject, type JsonPath } from './json-pointer.ts';
import type { JsonValue } from './three-way.ts';

/** Values by the names under which texts of the workspace refer to them. */
export type Variables = Readonly<Record<string, string>>;

/** A reference that nothing answers. */
export interface UnknownVariable {
  readonly name: string;
  readonly path: JsonPath;
}

/** A document with its variables filled in; what is not known stays as it is written. */
export interface Substituted {
  readonly value: JsonValue;
  readonly unknown: readonly UnknownVariable[];
}

/** `&{name}`, and `&&{`, which stands for a literal `&{`. */
const reference = /&&\{|&\{([^{}]*)\}/g;

/** True if a text is one reference and nothing else. */
export function isReference(text: string): boolean {
  return /^&\{[^{}]*\}$/.test(text);
}

/** Fills `&{name}` into every text of a document but those at `isLeftAlone`: secrets refer to stored ones that way. */
export function substituteVariables(
  document: JsonValue,
  variables: Variables,
  isLeftAlone: (path: JsonPath, text: string) => boolean = () => false,
): Substituted {
  const unknown: UnknownVariable[] = [];

  function fill(text: string, path: JsonPath): string {
    return text.replace(reference, (written, name?: string) => {
      if (name === undefined) return '&{';
      if (Object.hasOwn(variables, name)) return variables[name] ?? '';
      unknown.push({ name, path });
      return written;
    });
  }

  function visit(value: JsonValue, path: JsonPath): JsonValue {
    if (typeof value === 'string')
      return value.includes('&{') && !isLeftAlone(path, value) ? fill(value, path) : value;
    if (Array.isArray(value))
      return (value as readonly JsonValue[]).map((item, index) => visit(item, [...path, index]));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, visit(member, [...path, name])]),
    );
  }

  return { value: visit(document, []), unknown };
}
