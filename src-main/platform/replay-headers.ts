import type { Exchange } from '#shared/exchange/index.ts';

/** Fields of one connection: they say nothing of another. RFC 9110 §7.6.1, RFC 9113 §8.2.2 */
const ofConnection = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'upgrade',
]);
const framing = new Set(['content-length', 'transfer-encoding']);

/**
 * The header fields with which a recorded request is sent again over HTTP/1.1, as name, value, name, value, … The
 * record holds the body without the framing of its transfer, so that the framing is written anew: the length of the
 * body stands where the first such field stood. Pseudo-header fields of HTTP/2 become what they mean. RFC 9112 §6,
 * RFC 9113 §8.3.1. A request that Gatehouse itself wrote byte by byte keeps its framing: its record holds the body as
 * it was written, and a wrong length may be the very point of it.
 */
export function replayedHeaders({ side, service, origin, request }: Exchange): readonly string[] {
  const isAsWritten = side === 'client' && service !== 'imported';
  const fields = request.headers.filter(
    ([name]) => !name.startsWith(':') && !ofConnection.has(name.toLowerCase()),
  );
  const framed = isAsWritten ? fields : withLength(fields, request.body.sizeBytes);
  const hasHost = framed.some(([name]) => name.toLowerCase() === 'host');
  const host = hasHost || isAsWritten ? [] : [['Host', authorityOf(request.headers, origin)] as const];
  return [...host, ...framed, ['Connection', 'close'] as const].flat();
}

type Fields = readonly (readonly [name: string, value: string])[];

function authorityOf(headers: Fields, origin: string): string {
  return headers.find(([name]) => name === ':authority')?.[1] ?? new URL(origin).host;
}

function withLength(fields: Fields, sizeBytes: number): Fields {
  const first = fields.findIndex(([name]) => framing.has(name.toLowerCase()));
  if (first < 0) return sizeBytes === 0 ? fields : [...fields, ['Content-Length', String(sizeBytes)]];
  const name = fields[first]?.[0].toLowerCase() === 'content-length' ? fields[first][0] : 'Content-Length';
  const isOther = ([other]: Fields[number]) => !framing.has(other.toLowerCase());
  return [...fields.slice(0, first), [name, String(sizeBytes)], ...fields.slice(first + 1).filter(isOther)];
}
