import type { JsonValue } from '../workspace/three-way.ts';

/** A text as it was before it was percent-encoded; null: it is not encoded as it should be. RFC 3986 §2.1 */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A text as it was before it was percent-encoded; one that does not decode stays as it is. */
export function percentDecodedOrAsIs(text: string): string {
  return text.includes('%') ? (percentDecoded(text) ?? text) : text;
}

/** The value of a JSON text; undefined: it is none. RFC 8259 */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
