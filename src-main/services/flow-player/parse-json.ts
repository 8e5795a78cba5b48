import type { RawResponse } from '#main/platform/raw-http.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';

/** The body as a JSON object; null where it is none. */
export function parseJson(response: RawResponse): Readonly<Record<string, unknown>> | null {
  const value = parsedJson(response.body.toString('utf8'));
  return isJsonObject(value) ? value : null;
}
