import type { JsonValue } from '../../../workspace/three-way.ts';
import { isPlaceholder } from '../../facts.ts';

/** Whether a value is only known when the request is sent, as a whole or in part: `{{day}}T00:00:00Z`. */
export function isUnknown(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && (isPlaceholder(value) || /\{\{|[$&]\{/.test(value));
}
