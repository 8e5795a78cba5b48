import type { InstantOf } from '../../query/types.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import { instantOf } from '../values/date-time.ts';

/** Reads instants where the schema says that an attribute has one. */
export function instantsOf(schema: ReadonlyMap<string, AttributeDefinition>): InstantOf {
  return (field, text) => (schema.get(field)?.type === 'DATETIME' ? instantOf(text) : null);
}
