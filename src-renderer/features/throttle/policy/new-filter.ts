import { appendAt, setAt } from '#renderer/workbench/json-edits.ts';
import { isJsonObject, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { declaredAt } from './route-document.ts';

const filter: JsonValue = {
  name: 'throttling',
  type: 'ThrottlingFilter',
  config: { requestGroupingPolicy: '', rate: { numberOfRequests: 6, duration: '10 s' } },
};

/** The route with a throttling filter at the end of its chain; a chain is made where there is none. */
export function withThrottlingFilter(text: string, document: JsonValue | undefined): string {
  const handler = declaredAt(document, ['handler']);
  if (handler?.type === 'Chain') return appendAt(text, [...handler.path, 'config', 'filters'], filter);
  const behind = isJsonObject(document) ? valueAt(document, ['handler']) : undefined;
  const chain = { type: 'Chain', config: { filters: [filter], handler: behind ?? 'ReverseProxyHandler' } };
  return setAt(text, ['handler'], chain);
}
