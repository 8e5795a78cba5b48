import type { FlowRequest } from '#shared/api/index.ts';
import { templateNames } from '#shared/flows/index.ts';

/**
 * The text that stands for a template in the next request, as far as it may be shown; empty where nothing is filled in.
 * Where a value is changed on its way, the value itself is named.
 */
export function resolvedValue(value: string, bindings: FlowRequest['bindings']): string {
  const names = templateNames(value);
  const found = bindings.filter(({ name, preview }) => names.includes(name) && preview !== null);
  if (found.length === 0) return '';
  const filled = found.reduce(
    (text, { name, preview }) => text.replaceAll(`{{${name}}}`, () => preview ?? ''),
    value,
  );
  if (!filled.includes('{{')) return `= ${filled}`;
  return found.map(({ name, preview }) => `${name} = ${preview}`).join(', ');
}
