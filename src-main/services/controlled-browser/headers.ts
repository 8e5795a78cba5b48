import type { SeenRequest } from './protocol.ts';

/**
 * The header fields of a message as a flat list: name, value, name, value, … The browser joins fields of one name by
 * line breaks, and tells HTTP/2's own fields by a colon in front; those are left out.
 */
export function flatHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, joined]) =>
    name.startsWith(':') ? [] : joined.split('\n').flatMap((value) => [name, value]),
  );
}

/** The header fields of an HTTP/1.1 head, in the order and spelling of the wire. RFC 9112 §5 */
export function headersOfText(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
}

/** The reason phrase of an HTTP/1.1 head. */
export function reasonOfText(text: string): string {
  return /^HTTP\/\S+ \d+ ?([^\r\n]*)/.exec(text)?.[1] ?? '';
}

/** The address of a request with its fragment. */
export function wholeUrl({ url, urlFragment = '' }: SeenRequest): string {
  return url + urlFragment;
}

/** The bytes that are posted, or null where nothing is. */
export function postBytes({ postData, postDataEntries }: SeenRequest): Uint8Array | null {
  const entries = postDataEntries?.flatMap(({ bytes }) => (bytes === undefined ? [] : [bytes])) ?? [];
  if (entries.length > 0) return Buffer.concat(entries.map((bytes) => Buffer.from(bytes, 'base64')));
  return postData === undefined ? null : Buffer.from(postData);
}
