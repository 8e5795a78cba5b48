import { createHash } from 'node:crypto';
import { type RequestTemplate, renderRequest, type TemplateContext } from '#shared/flows/index.ts';

/** The context that templates are filled in with. */
export function contextOf(values: Readonly<Record<string, string>>): TemplateContext {
  return {
    resolve: (name) => (Object.hasOwn(values, name) ? values[name] : undefined),
    sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  };
}

/** The bytes of a request, one character a byte. */
export function bytesOf(request: RequestTemplate, values: Readonly<Record<string, string>> = {}): string {
  return renderRequest(request, contextOf(values)).bytes;
}
