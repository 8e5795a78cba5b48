import { isLoopbackHost } from '#main/platform/addresses.ts';
import { isToken } from '#shared/http/token.ts';
import { notSent } from './har.ts';
import { ImportFault } from './import-fault.ts';
import type { ImportedEntry } from './imported-entry.ts';

/** A message of HTTP/1.1 in two parts: its lines up to the empty one, and its body. */
export interface RawMessage {
  readonly first: string;
  /** Name, value, name, value, … */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Takes a message of HTTP/1.1 apart; bare line feeds count as line ends too. RFC 9112 §2.2. @throws ImportFault */
export function splitMessage(bytes: Buffer): RawMessage {
  const text = bytes.toString('latin1');
  const [, headText = text, end = ''] = /^([^]*?)(\r?\n\r?\n)/.exec(text) ?? [];
  const [first = '', ...lines] = headText.split(/\r?\n/);
  const headers: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    if (colon <= 0) throw new ImportFault(`“${line.slice(0, 80)}” is not a header`, index + 2, 1);
    headers.push(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { first, headers, body: bytes.subarray(headText.length + end.length) };
}

/** The request of a message. @throws ImportFault */
export function requestOf({ first, headers, body }: RawMessage): Omit<RawRequestParts, 'origin'> {
  const [method = '', target = ''] = first.split(' ');
  if (!isToken(method) || target === '') throw new ImportFault('the first line is not a request line', 1, 1);
  return { method, target, headers, body };
}

/** A request in the form of an HTTP message. */
export type RawRequestParts = Pick<ImportedEntry, 'origin' | 'method' | 'target' | 'headers' | 'body'>;

/**
 * Reads one request as it goes over the wire. Its server is that of the target in absolute form, else of its Host
 * field: over TLS, unless that is this machine.
 * @throws ImportFault
 */
export function readRawRequest(text: string): readonly ImportedEntry[] {
  const request = requestOf(splitMessage(Buffer.from(text.trimStart())));
  return [
    {
      ...request,
      ...addressOf(request.target, request.headers),
      startedAtMillis: null,
      durationMicros: 0,
      response: null,
      failure: notSent,
    },
  ];
}

function addressOf(target: string, headers: readonly string[]): { origin: string; target: string } {
  if (/^https?:\/\//i.test(target) && URL.canParse(target)) {
    const { origin } = new URL(target);
    return { origin, target: target.replace(/^https?:\/\/[^/?#]*/i, '') || '/' };
  }
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  const host = at < 0 ? '' : (headers[at + 1] ?? '');
  if (!URL.canParse(`http://${host}`)) throw new ImportFault('the Host header is missing or invalid');
  const { hostname } = new URL(`http://${host}`);
  return { origin: new URL(`${isLoopbackHost(hostname) ? 'http' : 'https'}://${host}`).origin, target };
}
