import type { Socket } from 'node:net';
import { GatehouseError } from '#shared/errors/index.ts';
import { directRoute, type Outgoing, type Proxy } from './outgoing.ts';
import { openConnection, proxyRefused, unreachable } from './outgoing-connection.ts';

/** A request as bytes: nothing is added, reordered or repaired on the way. */
export interface RawRequest {
  readonly method: string;
  /** Scheme and authority, for example `http://127.0.0.1:9031`. */
  readonly origin: string;
  readonly target: string;
  /** Name, value, name, value, … */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
  /** What goes over the wire in place of what the other members make: for requests that are no proper HTTP. */
  readonly bytes?: Uint8Array;
}

export interface RawResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Local port of the connection: the peer's record has the same. 0 through a proxy, where it has another. */
  readonly clientPort: number;
}

/** A request without a whole answer, with what did arrive. */
export class RawFailure extends GatehouseError {
  readonly received: Buffer;

  constructor(error: GatehouseError, received: Buffer) {
    super(error.code, error.message, {
      cause: error.cause,
      ...(error.fix === undefined ? {} : { fix: error.fix }),
      ...(error.location === undefined ? {} : { location: error.location }),
      ...(error.actions === undefined ? {} : { actions: error.actions }),
    });
    this.received = received;
  }
}

/** How long a request may take, how much is read, and which way it goes. */
export interface RawLimits {
  readonly timeoutMillis: number;
  readonly maxBytes: number;
  /** Absent: straight to the target, trusting what the system trusts. */
  readonly outgoing?: Outgoing | undefined;
}

/** The limits of a request that has none of its own. */
export const defaultRawLimits: RawLimits = { timeoutMillis: 10_000, maxBytes: 8 * 1_048_576 };
const headEnd = Buffer.from('\r\n\r\n');

/** A form post as a careful client sends it: every header that is needed and none that is not. */
export function formPost(
  origin: string,
  target: string,
  body: string,
  authorization: string | null,
): RawRequest {
  const headers = [
    ['Host', new URL(origin).host],
    ...(authorization === null ? [] : [['Authorization', authorization]]),
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Accept', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ];
  return { method: 'POST', origin, target, headers: headers.flat(), body };
}

/** The bytes that go over the wire for a request. */
export function rawRequestBytes({ method, target, headers, body, bytes }: RawRequest): Buffer {
  if (bytes !== undefined) return Buffer.from(bytes);
  let head = `${method} ${target} HTTP/1.1\r\n`;
  for (let index = 0; index + 1 < headers.length; index += 2)
    head += `${headers[index]}: ${headers[index + 1]}\r\n`;
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), Buffer.from(body)]);
}

/**
 * Sends one request on a connection of its own and reads the answer. The time limit covers the proxy too.
 * @throws upstream.unreachable, upstream.untrusted, upstream.timeout, upstream.invalid-response, upstream.too-large,
 * network.proxy-unreachable, network.proxy-refused
 */
export async function sendRaw(
  request: RawRequest,
  limits: RawLimits = defaultRawLimits,
): Promise<RawResponse> {
  const ended = new AbortController();
  const received: Buffer[] = [];
  const { timeoutMillis } = limits;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timeout(request.origin, timeoutMillis)), timeoutMillis);
  });
  try {
    return await Promise.race([exchange(request, limits, ended.signal, received), late]);
  } catch (error) {
    throw error instanceof GatehouseError ? new RawFailure(error, Buffer.concat(received)) : error;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

async function exchange(
  request: RawRequest,
  limits: RawLimits,
  signal: AbortSignal,
  received: Buffer[],
): Promise<RawResponse> {
  const target = new URL(request.origin);
  const route = (await limits.outgoing?.routeTo(target)) ?? directRoute;
  const socket = await openConnection(target, route, signal);
  const { proxy } = route;
  const talk = (bytes: Buffer) => converse(socket, request, bytes, limits.maxBytes, received);
  if (proxy === null) return talk(rawRequestBytes(request));
  const sent = target.protocol === 'https:' ? request : forProxy(request, target, proxy);
  const response = await talk(rawRequestBytes(sent));
  if (sent !== request && response.status === 407) throw proxyRefused(proxy, target.host, '407');
  return { ...response, clientPort: 0 };
}

/** The request in absolute form, with the proxy's credentials. RFC 9112 §3.2.2, RFC 9110 §11.7.2 */
function forProxy(request: RawRequest, target: URL, { authorization }: Proxy): RawRequest {
  const hasOwn = headerValue(request.headers, 'proxy-authorization') !== null;
  const isAbsolute = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(request.target);
  // The whole server, `*`, is in absolute form a URL without a path. RFC 9112 §3.2.4
  const path = request.target === '*' ? '' : request.target;
  const absolute = isAbsolute ? request.target : `${target.origin}${path}`;
  if (request.bytes !== undefined)
    return forProxyAsWritten(request, request.bytes, absolute, hasOwn ? null : authorization);
  return {
    ...request,
    target: absolute,
    headers:
      authorization === null || hasOwn
        ? request.headers
        : [...request.headers, 'Proxy-Authorization', authorization],
  };
}

/** Written bytes stay as they are but for what is the proxy's: the target that it needs whole, and what it is told about us. */
function forProxyAsWritten(
  request: RawRequest,
  bytes: Uint8Array,
  absolute: string,
  authorization: string | null,
): RawRequest {
  const text = Buffer.from(bytes).toString('latin1');
  const [line = ''] = /^[^\n]*(?:\n|$)/.exec(text) ?? [];
  const first = request.target === '' ? line : line.replace(request.target, () => absolute);
  const own = authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  const whole = `${first}${first.endsWith('\n') ? own : ''}${text.slice(line.length)}`;
  return { ...request, target: absolute, bytes: Buffer.from(whole, 'latin1') };
}

/** Writes the bytes and reads the answer to its end. */
function converse(
  socket: Socket,
  { origin, method }: RawRequest,
  bytes: Buffer,
  maxBytes: number,
  chunks: Buffer[],
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let sizeBytes = 0;
    const clientPort = socket.localPort ?? 0;
    const settleIfWhole = (ended: boolean) => {
      const parsed = parseResponse(Buffer.concat(chunks), method, ended);
      if (parsed === null) return false;
      resolve({ ...parsed, clientPort });
      return true;
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) return reject(tooLarge(origin, maxBytes));
      attempt(() => void settleIfWhole(false), reject);
    });
    socket.on('end', () => attempt(() => void (settleIfWhole(true) || reject(halfWay(origin))), reject));
    socket.on('error', (cause) => reject(unreachable(origin, cause)));
    socket.on('close', () => reject(halfWay(origin)));
    socket.write(bytes);
  });
}

function attempt(act: () => void, fail: (error: GatehouseError) => void): void {
  try {
    act();
  } catch (error) {
    fail(error instanceof GatehouseError ? error : invalid('The answer cannot be read.', error));
  }
}

function tooLarge(origin: string, maxBytes: number): GatehouseError {
  return new GatehouseError('upstream.too-large', `${origin} answered with more than ${maxBytes} bytes.`);
}

function timeout(origin: string, timeoutMillis: number): GatehouseError {
  return new GatehouseError('upstream.timeout', `${origin} did not answer within ${timeoutMillis} ms.`, {
    fix: 'Check that the server works, and try again.',
  });
}

function halfWay(origin: string): GatehouseError {
  return new GatehouseError(
    'upstream.invalid-response',
    `${origin} closed the connection half-way through its answer.`,
  );
}

function invalid(message: string, cause?: unknown): GatehouseError {
  return new GatehouseError('upstream.invalid-response', message, cause === undefined ? {} : { cause });
}

/** The answer, or null while bytes are missing. Interim answers (1xx) are passed over. RFC 9112 §6.3 */
function parseResponse(
  bytes: Buffer,
  method: string,
  ended: boolean,
): Omit<RawResponse, 'clientPort'> | null {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = /^HTTP\/1\.[01] (\d{3})(?: (.*))?$/.exec(statusLine);
  if (status === null) throw invalid(`The answer does not begin like HTTP: “${statusLine.slice(0, 80)}”.`);
  const headers = lines.flatMap(splitHeader);
  const rest = bytes.subarray(end + headEnd.length);
  const code = Number(status[1]);
  if (code >= 100 && code < 200) return parseResponse(rest, method, ended);
  const body =
    method === 'HEAD' || code === 204 || code === 304 ? Buffer.alloc(0) : readBody(headers, rest, ended);
  return body === null ? null : { status: code, reason: status[2] ?? '', headers, body };
}

function splitHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  if (colon <= 0) throw invalid(`The answer has a header line without a name: “${line.slice(0, 80)}”.`);
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** The first value of a header in a flat list, or null. */
export function headerValue(headers: readonly string[], name: string): string | null {
  const lower = name.toLowerCase();
  for (let index = 0; index + 1 < headers.length; index += 2)
    if (headers[index]?.toLowerCase() === lower) return headers[index + 1] ?? null;
  return null;
}

function readBody(headers: readonly string[], rest: Buffer, ended: boolean): Buffer | null {
  if (headerValue(headers, 'transfer-encoding')?.toLowerCase().includes('chunked') === true)
    return readChunks(rest);
  const length = headerValue(headers, 'content-length');
  if (length === null) return ended ? rest : null;
  if (!/^\d+$/.test(length)) throw invalid(`The answer has the Content-Length “${length}”.`);
  return rest.length >= Number(length) ? rest.subarray(0, Number(length)) : null;
}

function readChunks(rest: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  let offset = 0;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', offset);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(rest.toString('latin1', offset, lineEnd), 16);
    if (!Number.isFinite(size) || size < 0) throw invalid('The answer has a chunk without a size.');
    const start = lineEnd + 2;
    if (rest.length < start + size + 2) return null;
    if (size === 0) return Buffer.concat(parts);
    parts.push(rest.subarray(start, start + size));
    offset = start + size + 2;
  }
}
