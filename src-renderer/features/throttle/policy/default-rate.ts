import { setAt } from '#renderer/workbench/json-edits.ts';
import { valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type Declared, declaredAt } from './route-document.ts';

const wrapperType = 'DefaultRateThrottlingPolicy';
const defaultRate = { numberOfRequests: 1, duration: '10 s' } as const;

/** The document with a default rate around the policy of a filter. */
export function withDefaultRate(text: string, document: JsonValue | undefined, filter: Declared): string {
  const path = [...filter.path, 'config', 'throttlingRatePolicy'];
  const delegate = valueAt(document, path);
  if (delegate === undefined || declaredAt(document, path)?.type === wrapperType) return text;
  const config = { delegateThrottlingRatePolicy: delegate, defaultRate };
  return setAt(text, path, { type: wrapperType, config });
}

/** The document with the policy inside a default rate put in its place. */
export function withoutDefaultRate(text: string, document: JsonValue | undefined, filter: Declared): string {
  const path = [...filter.path, 'config', 'throttlingRatePolicy'];
  const wrapper = declaredAt(document, path);
  const delegate = wrapper?.config['delegateThrottlingRatePolicy'];
  return wrapper?.type !== wrapperType || delegate === undefined ? text : setAt(text, path, delegate);
}
