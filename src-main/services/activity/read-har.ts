import { parseTree } from 'jsonc-parser';
import { type HarEntry, harSchema } from './har.ts';
import { ImportFault } from './import-fault.ts';
import type { ImportedEntry } from './imported-entry.ts';

/** Reads a HAR 1.2 document. @throws ImportFault */
export function readHar(text: string): readonly ImportedEntry[] {
  const parsed = harSchema.safeParse(documentOf(text));
  if (parsed.success) return parsed.data.log.entries.map(imported);
  const issue = parsed.error.issues[0];
  throw new ImportFault(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is invalid'}`);
}

function documentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { line, column } = faultPosition(text);
    throw new ImportFault(error instanceof Error ? error.message : 'not JSON', line, column);
  }
}

/** Line and column, from 1, of the first fault in a text that is not JSON. */
function faultPosition(text: string): { readonly line: number; readonly column: number } {
  const errors: { offset: number }[] = [];
  parseTree(text, errors as never[], { disallowComments: true });
  const before = text.slice(0, errors[0]?.offset ?? 0);
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

function imported({ request, response, startedDateTime, time }: HarEntry): ImportedEntry {
  const url = new URL(request.url);
  const flat = (headers: HarEntry['request']['headers']) =>
    headers.flatMap(({ name, value }) => [name, value]);
  const { text = '', encoding } = response.content;
  return {
    origin: url.origin,
    method: request.method,
    target: url.pathname + url.search,
    headers: flat(request.headers),
    body: request.postData?.text ?? '',
    startedAtMillis: Date.parse(startedDateTime),
    durationMicros: Math.round(time * 1_000),
    response:
      response.status > 0
        ? {
            status: response.status,
            reason: response.statusText,
            headers: flat(response.headers),
            body: encoding === 'base64' ? Buffer.from(text, 'base64') : text,
          }
        : null,
    failure: response.statusText || 'no response',
  };
}
