import { parsedJson } from '#shared/text/decoding.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** Reads JSON or YAML; undefined: the text is neither. */
export async function readDocument(text: string): Promise<JsonValue | undefined> {
  const json = parsedJson(text);
  if (json !== undefined) return json;
  const { parse } = await import('yaml');
  try {
    // By way of JSON: what only YAML has, such as dates and keys that are no texts, becomes what JSON has.
    const found: unknown = JSON.parse(JSON.stringify(parse(text, { maxAliasCount: 1_000 })));
    return found as JsonValue;
  } catch {
    return undefined;
  }
}
