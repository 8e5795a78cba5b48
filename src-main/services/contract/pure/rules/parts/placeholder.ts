import { isPlaceholder } from '#shared/contract/facts.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** Tests whether a value is only known when the request is sent, as a whole or in part: `{{day}}T00:00:00Z`. */
export function isUnknown(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && (isPlaceholder(value) || /\{\{|[$&]\{/.test(value));
}
