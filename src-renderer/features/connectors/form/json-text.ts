import type { JsonValue } from '#shared/workspace/three-way.ts';

/** A value as it stands in a field: texts as they are, nothing for what is absent, everything else as JSON. */
export function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
