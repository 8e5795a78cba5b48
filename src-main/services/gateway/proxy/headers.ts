import { ownPrefix, sessionPrefix } from '#shared/web-session/protocol.ts';

/** Fields of one connection, which nobody passes on. RFC 9110 §7.6.1; `Trailer`, as trailers are not passed on */
const connectionFields: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** The rewritten fields of a request: destination, expectation of 100 Continue, credentials for a proxy. */
const requestFields: ReadonlySet<string> = new Set([
  ...connectionFields,
  'host',
  'expect',
  'proxy-authorization',
]);
/** Lengths of the names above: most fields are excluded by their length. */
const requestLengths: ReadonlySet<number> = new Set([...requestFields].map(({ length }) => length));
const connectionLengths: ReadonlySet<number> = new Set([...connectionFields].map(({ length }) => length));
const connectionName = 'connection';
const cookieName = 'cookie';
const authorizationName = 'authorization';

const reasonPhrase = /^[\t\x20-\x7E\x80-\xFF]*$/;

/** The parts of a request that are passed on. */
export interface ForwardedRequest {
  /** Name, value, name, value, … */
  readonly headers: string[];
  readonly hasBody: boolean;
}

/** The fields of a request that are passed on, in their order and spelling, and whether a body follows them. */
export function forwardRequestHeaders(rawHeaders: readonly string[]): ForwardedRequest {
  const headers: string[] = [];
  let hasBody = false;
  let named: ReadonlySet<string> | null = null;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const { length } = name;
    if (length === contentLength.length && name.toLowerCase() === contentLength) hasBody ||= value !== '0';
    if (requestLengths.has(length)) {
      const lower = name.toLowerCase();
      if (lower === 'transfer-encoding') hasBody = true;
      if (lower === connectionName) named = namedFields(value, named);
      if (requestFields.has(lower)) continue;
    }
    const kept = value.includes(ownPrefix) ? withoutOwn(name, value) : value;
    if (kept !== '' || value === '') headers.push(name, kept);
  }
  return { headers: named === null ? headers : withoutNamed(headers, named), hasBody };
}

const contentLength = 'content-length';

/** Removes the screens' own values from a field: no upstream may get at their session. */
function withoutOwn(name: string, value: string): string {
  const lower = name.toLowerCase();
  if (lower === authorizationName) return value.includes(sessionPrefix) ? '' : value;
  if (lower !== cookieName) return value;
  const pairs = value.split(';').filter((pair) => !pair.trimStart().startsWith(ownPrefix));
  return pairs.join(';').trim();
}

/** The fields of an answer that are passed on, in their order and spelling. */
export function forwardResponseHeaders(raw: readonly Buffer[]): string[] {
  const headers: string[] = [];
  let named: ReadonlySet<string> | null = null;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]?.toString('latin1') ?? '';
    const value = raw[index + 1]?.toString('latin1') ?? '';
    if (connectionLengths.has(name.length)) {
      const lower = name.toLowerCase();
      if (lower === connectionName) named = namedFields(value, named);
      if (connectionFields.has(lower)) continue;
    }
    headers.push(name, value);
  }
  return named === null ? headers : withoutNamed(headers, named);
}

/** A reason phrase as it can be written; one that cannot gives way to the usual one. RFC 9112 §4 */
export function writableReason(reason: string): string {
  return reasonPhrase.test(reason) ? reason : '';
}

/**
 * Returns the fields that a Connection field limits to this connection; null if there are none beyond the
 * known ones.
 */
function namedFields(value: string, before: ReadonlySet<string> | null): ReadonlySet<string> | null {
  const lower = value.toLowerCase();
  if (lower === 'keep-alive' || lower === 'close' || lower === 'upgrade') return before;
  return new Set([...(before ?? []), ...lower.split(',').map((name) => name.trim())]);
}

function withoutNamed(headers: readonly string[], named: ReadonlySet<string>): string[] {
  const left: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (!named.has(name.toLowerCase())) left.push(name, headers[index + 1] ?? '');
  }
  return left;
}

/** Puts a field in place of those of its name. */
export function replaceHeader(headers: readonly string[], name: string, value: string): string[] {
  return [...withoutNamed(headers, new Set([name.toLowerCase()])), name, value];
}

/** Path and query of a request target, whatever its form; null where there is none. RFC 9112 §3.2 */
export function originForm(target: string): string | null {
  if (target.startsWith('/')) return target;
  const rest = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (rest === undefined) return null;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
