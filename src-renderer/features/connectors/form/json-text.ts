import type { JsonValue } from '#shared/workspace/three-way.ts';

/** A value for a field: texts unchanged, nothing for a missing one, everything else as JSON. */
export function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
