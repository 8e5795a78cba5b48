import { isPlaceholder } from '#shared/contract/facts.ts';
import type { UntoldValue } from '#shared/contract/rule.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** Tests whether a value is only known when the request is sent, as a whole or in part: `{{day}}T00:00:00Z`. */
export function isUnknown(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && (isPlaceholder(value) || /\{\{|[$&]\{/.test(value));
}

/** Tests whether the request adds parameters whose names are unknown until it is sent. */
export function hasUnknownNames(parameters: ReadonlyMap<string, readonly string[]>): boolean {
  return [...parameters.keys()].some(isUnknown);
}

/** The answer of a rule that asks for this member of a body, where its value is not told. */
export function untoldMember(...path: JsonPath): UntoldValue {
  return { untold: { part: 'body', path } };
}
