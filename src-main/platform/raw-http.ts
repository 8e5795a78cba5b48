import type { Socket } from 'node:net';
import { GatehouseError } from '#shared/errors/index.ts';
import { directRoute, type Outgoing, type Proxy } from './outgoing.ts';
import { openConnection, proxyRefused, unreachable } from './outgoing-connection.ts';
import { createResponseReader, headerValue, invalid } from './raw-response.ts';
import { PlainStopSignal, type StopSignal } from './timers.ts';

export { headerValue } from './raw-response.ts';

/** A request as bytes: nothing is added, reordered or repaired on the way. */
export interface RawRequest {
  readonly method: string;
  /** Scheme and authority, for example `http://127.0.0.1:9031`. */
  readonly origin: string;
  readonly target: string;
  /** Name, value, name, value, … */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
  /** Bytes that are sent instead of those made from the other members: for requests that are not proper HTTP. */
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
  /** Addresses that may be connected to: names are resolved once, and judged by what they lead to. Absent: all. */
  readonly admits?: ((address: string) => boolean) | undefined;
}

/** The limits of a request that has none of its own. */
export const defaultRawLimits: RawLimits = { timeoutMillis: 10_000, maxBytes: 8 * 1_048_576 };

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
  const ended = new PlainStopSignal();
  const received: Buffer[] = [];
  const { timeoutMillis } = limits;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timeout(request.origin, timeoutMillis)), timeoutMillis);
  });
  try {
    return await Promise.race([exchange(request, limits, ended, received), late]);
  } catch (error) {
    throw error instanceof GatehouseError ? new RawFailure(error, Buffer.concat(received)) : error;
  } finally {
    clearTimeout(timer);
    ended.stop(null);
  }
}

async function exchange(
  request: RawRequest,
  limits: RawLimits,
  signal: StopSignal,
  received: Buffer[],
): Promise<RawResponse> {
  const target = new URL(request.origin);
  const open = (await limits.outgoing?.routeTo(target)) ?? directRoute;
  const route = limits.admits === undefined ? open : { ...open, admits: limits.admits };
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

/** Written bytes remain unchanged except for the proxy's parts: the absolute target, and its credentials. */
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
    let isWhole = false;
    const clientPort = socket.localPort ?? 0;
    const answer = createResponseReader(method);
    const settleIfWhole = (ended: boolean) => {
      const whole = answer.read(ended);
      if (whole === null) return false;
      isWhole = true;
      resolve({ ...whole, clientPort });
      return true;
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      answer.take(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) return reject(tooLarge(origin, maxBytes));
      attempt(() => void settleIfWhole(false), reject);
    });
    socket.on('end', () => attempt(() => void (settleIfWhole(true) || reject(halfWay(origin))), reject));
    socket.on('error', (cause) => reject(unreachable(origin, cause)));
    socket.on('close', () => void (isWhole || reject(halfWay(origin))));
    socket.write(bytes);
  });
}

function attempt(act: () => void, fail: (error: GatehouseError) => void): void {
  try {
    act();
  } catch (error) {
    fail(error instanceof GatehouseError ? error : invalid('The response is not readable.', error));
  }
}

function tooLarge(origin: string, maxBytes: number): GatehouseError {
  return new GatehouseError(
    'upstream.too-large',
    `The response of ${origin} is larger than ${maxBytes} bytes.`,
  );
}

function timeout(origin: string, timeoutMillis: number): GatehouseError {
  return new GatehouseError('upstream.timeout', `${origin} did not respond within ${timeoutMillis} ms.`, {
    fix: 'Check that the server works, and try again.',
  });
}

function halfWay(origin: string): GatehouseError {
  return new GatehouseError(
    'upstream.invalid-response',
    `${origin} closed the connection before its response was complete.`,
  );
}
