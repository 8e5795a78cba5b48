import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { GatehouseError } from '#shared/errors/index.ts';
import type { HeaderList } from '#shared/exchange/index.ts';
import type { ExchangeDraft } from './exchange-draft.ts';
import type { Route } from './outgoing.ts';
import { openConnection } from './outgoing-connection.ts';
import type { StopSignal } from './timers.ts';

/** A request that was sent over a pool, and how it ended. */
export interface ClientExchange {
  readonly service: ExchangeDraft['service'];
  readonly origin: string;
  readonly method: string;
  readonly target: string;
  /** Name, value, name, value, … */
  readonly requestHeaders: readonly string[];
  readonly body: string | null;
  readonly answer: WireResponse | null;
  readonly failure: string | null;
  readonly startedAtMillis: number;
  readonly tookMillis: number;
  readonly tags: readonly string[];
}

/** The record of a request of ours. */
export function clientDraft(exchange: ClientExchange): ExchangeDraft {
  const { answer, body, service, origin, method, target, failure, tags } = exchange;
  return {
    side: 'client',
    service,
    origin,
    startedAtMillis: exchange.startedAtMillis,
    durationMicros: Math.round(exchange.tookMillis * 1_000),
    clientPort: answer?.clientPort ?? 0,
    method,
    target,
    requestHeaders: exchange.requestHeaders,
    requestBody: body ?? '',
    status: answer?.status ?? null,
    reason: answer?.reason ?? '',
    responseHeaders: answer?.flatHeaders ?? [],
    responseBody: answer?.body ?? '',
    failure,
    tags,
    trace: null,
    faults: [],
  };
}

/** Name, value, name, value, … of a list of fields. */
export function flatHeaders(headers: HeaderList): string[] {
  const flat: string[] = [];
  for (const [name, value] of headers) flat.push(name, value);
  return flat;
}

/** Most that is read of an answer, in bytes, compressed and not. */
export const maxResponseBytes = 32 * 1_048_576;

/** An answer as it came over the wire. */
export interface WireResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  /** The same, as name, value, name, value, …: the recorded form of each answer. */
  readonly flatHeaders: readonly string[];
  readonly body: Buffer;
  /** The port that the request left by; 0: it is not known. */
  readonly clientPort: number;
}

const timeouts: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Sends a request on a connection of a pool and reads the whole answer. A class that undici calls itself. */
class Collector implements Dispatcher.DispatchHandler {
  readonly #origin: string;
  readonly #settle: PromiseWithResolvers<WireResponse>;
  readonly #signal: StopSignal;
  readonly #chunks: Buffer[] = [];
  #abort: ((error?: Error) => void) | null = null;
  #sizeBytes = 0;
  #status = 0;
  #reason = '';
  #headers: HeaderList = [];
  #flatHeaders: readonly string[] = [];
  /** The port of the connection, once it is written to. */
  clientPort = 0;

  constructor(origin: string, settle: PromiseWithResolvers<WireResponse>, signal: StopSignal) {
    this.#origin = origin;
    this.#settle = settle;
    this.#signal = signal;
  }

  /** Stops when the request is no longer wanted, until it has ended. */
  listen(): void {
    this.#signal.addEventListener('abort', this, { once: true });
  }

  /** The request is no longer wanted, whether it has a connection yet or not. */
  handleEvent(): void {
    this.#settle.reject(this.#signal.reason);
    this.#abort?.(new Error('The request was canceled.'));
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort;
    if (this.#signal.aborted) abort(new Error('The request was canceled.'));
    else begin(this);
  }

  onHeaders(status: number, raw: Buffer[], _resume: () => void, reason: string): boolean {
    // Interim responses say nothing about the final one. RFC 9110 §15.2
    if (status < 200) return true;
    this.#status = status;
    this.#reason = reason;
    const headers: [string, string][] = [];
    const flat: string[] = [];
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const name = raw[index]?.toString('latin1') ?? '';
      const value = raw[index + 1]?.toString('latin1') ?? '';
      headers.push([name, value]);
      flat.push(name, value);
    }
    this.#headers = headers;
    this.#flatHeaders = flat;
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#sizeBytes += chunk.length;
    if (this.#sizeBytes > maxResponseBytes) {
      this.#settle.reject(tooLarge());
      this.#abort?.(new Error('The response is too large.'));
      return false;
    }
    this.#chunks.push(chunk);
    return true;
  }

  onComplete(): void {
    this.#signal.removeEventListener('abort', this);
    const { length, 0: first } = this.#chunks;
    this.#settle.resolve({
      status: this.#status,
      reason: this.#reason,
      headers: this.#headers,
      flatHeaders: this.#flatHeaders,
      body: length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks),
      clientPort: this.clientPort,
    });
  }

  onError(error: Error): void {
    this.#signal.removeEventListener('abort', this);
    this.#settle.reject(toFailure(error, this.#origin, this.#status !== 0));
  }
}

/** The collector whose request a connection has just begun with: undici writes it next. */
let begun: Collector | null = null;

function begin(collector: Collector): void {
  begun = collector;
}

// A handler is never told which connection of the pool its request takes; the channel is.
subscribe('undici:client:sendHeaders', (message) => {
  if (begun !== null) begun.clientPort = (message as { readonly socket?: Socket }).socket?.localPort ?? 0;
  begun = null;
});

/** Sends a request and waits for the whole answer. @throws upstream.*, network.proxy-*, and the reason of `signal` */
export function sendOverPool(
  pool: Pool,
  origin: string,
  options: Dispatcher.DispatchOptions,
  signal: StopSignal,
): Promise<WireResponse> {
  const settle = Promise.withResolvers<WireResponse>();
  const collector = new Collector(origin, settle, signal);
  if (signal.aborted) collector.handleEvent();
  else send(pool, options, collector);
  return settle.promise;
}

/** An answer that goes on longer than it is read. */
export function tooLarge(): GatehouseError {
  const max = maxResponseBytes / 1_048_576;
  return new GatehouseError('upstream.too-large', `The response is larger than ${max} MiB.`, {
    fix: 'Request less data at once, such as smaller pages.',
  });
}

function send(pool: Pool, options: Dispatcher.DispatchOptions, collector: Collector): void {
  collector.listen();
  try {
    pool.dispatch(options, collector);
  } catch (error) {
    collector.onError(error instanceof Error ? error : new Error(String(error)));
  }
}

function toFailure(error: Error, origin: string, isBegun: boolean): Error {
  if (error instanceof GatehouseError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (timeouts.has(code))
    return new GatehouseError('upstream.timeout', `${origin} did not respond within the timeout.`, {
      fix: 'Increase the timeout, or request less data at once.',
      cause: error,
    });
  // The request itself is none that can be sent, such as one with a line break in a header field.
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') return error;
  return new GatehouseError(
    'upstream.invalid-response',
    isBegun
      ? `${origin} closed the connection before its response was complete.`
      : `${origin} closed the connection, or its response is not valid HTTP.`,
    { fix: 'Check the server, and any proxy or gateway in front of it.', cause: error },
  );
}

/** Connections to servers that are asked again and again. */
export interface ClientPools {
  /** The pool for a server and the way to it; one whose way has changed is let go. */
  of(origin: string, route: Route): Pool | Promise<Pool>;
  /** Lets requests that are under way end, for a while, and cuts the connections. */
  close(): Promise<void>;
}

export interface ClientPoolSettings {
  /** Connections to one server that are open at once. */
  readonly maxConnections: number;
  /** Time for a connection and for an answer, in seconds; 0: no limit. */
  readonly timeoutSeconds: number;
}

/** How long an idle connection is kept, in milliseconds; less than what servers usually do. */
const idleMillis = 4_000;
/** How long requests that are under way may take when they are let go, in milliseconds. */
const graceMillis = 5_000;

interface Kept {
  readonly route: Route;
  readonly pool: Pool;
}

/** Makes pools of connections; none connects before it is used. */
export function createClientPools({ maxConnections, timeoutSeconds }: ClientPoolSettings): ClientPools {
  const kept = new Map<string, Kept>();
  const timeoutMillis = timeoutSeconds * 1_000;

  async function open(origin: string, route: Route): Promise<Pool> {
    // A start that calls nobody need not pay for it.
    const { default: PoolOfUndici } = await import('undici/lib/dispatcher/pool.js');
    const target = new URL(origin);
    return new PoolOfUndici(origin, {
      connections: maxConnections,
      pipelining: 1,
      headersTimeout: timeoutMillis,
      bodyTimeout: timeoutMillis,
      keepAliveTimeout: idleMillis,
      connect(_options, callback) {
        void connectWithin(target, route, timeoutMillis, callback);
      },
    });
  }

  async function openFor(key: string, origin: string, route: Route): Promise<Pool> {
    const pool = await open(origin, route);
    // Somebody else may have been faster while the parts were loaded.
    const faster = kept.get(key);
    if (faster !== undefined && isSameWay(faster.route, route)) return faster.pool;
    void faster?.pool.close();
    kept.set(key, { route, pool });
    return pool;
  }

  return {
    of(origin, route) {
      const key = route.proxy === null ? origin : `${origin} ${route.proxy.host} ${route.proxy.port}`;
      const known = kept.get(key);
      if (known !== undefined && isSameWay(known.route, route)) return known.pool;
      return openFor(key, origin, route);
    },
    async close() {
      const pools = [...kept.values()].map(({ pool }) => letGo(pool));
      kept.clear();
      await Promise.all(pools);
    },
  };
}

async function letGo(pool: Pool): Promise<void> {
  const impatience = Promise.withResolvers<void>();
  const timer = setTimeout(impatience.resolve, graceMillis);
  await Promise.race([pool.close(), impatience.promise]);
  clearTimeout(timer);
  await pool.destroy();
}

function isSameWay(a: Route, b: Route): boolean {
  return a.secureContext === b.secureContext && a.proxy?.authorization === b.proxy?.authorization;
}

/** Connects, and calls back with the result. */
async function connectWithin(
  target: URL,
  route: Route,
  timeoutMillis: number,
  callback: buildConnector.Callback,
): Promise<void> {
  const impatience = new AbortController();
  const timer = timeoutMillis === 0 ? undefined : setTimeout(() => impatience.abort(), timeoutMillis);
  try {
    const socket = await openConnection(target, route, impatience.signal);
    socket.setNoDelay(true);
    callback(null, socket);
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    callback(impatience.signal.aborted ? tooSlow(target.origin, cause) : cause, null);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(origin: string, cause: Error): GatehouseError {
  return new GatehouseError('upstream.timeout', `The connection to ${origin} timed out.`, {
    fix: 'Check the address, or increase the timeout.',
    cause,
  });
}
