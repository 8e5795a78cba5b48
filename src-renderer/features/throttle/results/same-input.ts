import { isJson, valueOf } from '#renderer/workbench/json-edits.ts';
import type { SimulationStartInput } from '#shared/api/index.ts';
import { designedTrafficSchema } from '#shared/throttle/traffic/schema.ts';
import { type JsonValue, jsonEqual } from '#shared/workspace/three-way.ts';

type Input = Pick<SimulationStartInput, 'document' | 'filter' | 'traffic'>;

/**
 * Tests whether two inputs are the same policy on the same traffic. What was saved comes back laid out anew, with its
 * members in another order and what went without saying written out: that changes nothing.
 */
export function isSameInput(one: Input, other: Input): boolean {
  return (
    (one.filter ?? null) === (other.filter ?? null) &&
    isSameDocument(one.document, other.document) &&
    isSameTraffic(one.traffic, other.traffic)
  );
}

function isSameDocument(one: string, other: string): boolean {
  if (one === other) return true;
  // Of a text that is none yet, only a part would be compared.
  return isJson(one) && isJson(other) && jsonEqual(valueOf(one), valueOf(other));
}

function isSameTraffic(one: Input['traffic'], other: Input['traffic']): boolean {
  if (one === other) return true;
  const [a, b] = [designedTrafficSchema.safeParse(one), designedTrafficSchema.safeParse(other)];
  return a.success && b.success && jsonEqual(a.data as JsonValue, b.data as JsonValue);
}
