import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { GatehouseError } from '#shared/errors/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import { baseUrlOf } from './addresses.ts';
import type { KeyAndCertificate } from './certificate-authority.ts';
import type { RecordExchange } from './exchange-draft.ts';
import { type FaultRegistry, spoilAnswer } from './faults.ts';
import { HeaderMemory } from './header-memory.ts';
import type { ExchangeNotes, HttpHandler, HttpRequest, HttpResponse } from './http.ts';
import { findFreePort, findPortHolder } from './port-holder.ts';
import type { Logger } from './ports.ts';
import { createTlsServer } from './tls-server.ts';

export interface ListenerOptions {
  readonly service: ServiceKey;
  /** 0 takes any free port. */
  readonly port: number;
  readonly bind: string;
  /** Base URL under which others reach the service; absent: that of the listener. */
  readonly publicUrl?: string | undefined;
  /** Speaks TLS with this certificate; absent: plain HTTP. */
  readonly certificate?: KeyAndCertificate | undefined;
  readonly handler: HttpHandler;
  readonly record: RecordExchange;
  readonly faults: FaultRegistry;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ports that are not proposed where `port` is taken: others are to have them. */
  readonly reservedPorts?: ReadonlySet<number>;
  /** Largest request body that is read, in bytes; asked for with each request. Absent: 64 KiB. */
  readonly bodyLimitBytes?: (() => number) | undefined;
}

export interface Listener {
  readonly port: number;
  /** Public base URL without a slash at the end. */
  readonly origin: string;
  readonly counts: () => { readonly requests: number; readonly errors: number };
  /** Stops accepting, lets requests in flight end for up to `graceMillis`, then cuts. */
  close(graceMillis?: number): Promise<void>;
}

const defaultBodyLimitBytes = 65_536;
const emptyBody = Buffer.alloc(0);
/** Of an answer that a service did not give: nobody may keep it either. RFC 6749 §5.2 */
const plainText = [
  'Content-Type',
  'text/plain;charset=UTF-8',
  'Cache-Control',
  'no-store',
  'Pragma',
  'no-cache',
] as const;
const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  noDelay: true,
} as const;

/**
 * Listens with the limits of a loopback service (16 KiB of headers, bounded body, 30 s per request) and records
 * each exchange.
 * @throws listener.port-taken, listener.port-forbidden, listener.address-unavailable
 */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { bind, publicUrl, certificate } = options;
  const server =
    certificate === undefined ? createServer(limits) : createTlsServer(limits, certificate, 15_000);
  server.maxRequestsPerSocket = 0;
  const counts = { requests: 0, errors: 0 };
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  const origin = baseUrlOf({ port, bind, publicUrl, tls: certificate !== undefined });
  const service = new Exchanger(options, origin, counts);
  server.on('request', (request, response) => service.take(request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuseGarbage(error, socket));
  const second = bind === '127.0.0.1' ? await listenOnIpv6Loopback(server, port) : null;
  if (bind === '127.0.0.1' && second === null)
    options.logger.debug('listener.no-ipv6-loopback', { service: options.service, port });
  return {
    port,
    origin,
    counts: () => ({ ...counts }),
    close: (grace = 1_000) => closeServer(server, second, sockets, grace),
  };
}

/** `localhost` is ::1 to many clients. A system without IPv6, or a port that is taken there, is no error. */
function listenOnIpv6Loopback(server: Server, port: number): Promise<TcpServer | null> {
  const door = createTcpServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    server.emit('connection', socket);
  });
  return new Promise((resolve) => {
    door.on('error', () => resolve(null));
    door.listen({ port, host: '::1', ipv6Only: true }, () => resolve(door));
  });
}

function listen(server: Server, options: ListenerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      listenError(error, options).then(reject, reject);
    });
    server.listen(options.port, options.bind, resolve);
  });
}

async function listenError(
  error: NodeJS.ErrnoException,
  { port, bind, service, reservedPorts }: ListenerOptions,
): Promise<GatehouseError> {
  const what = `The service ${service} did not start`;
  if (error.code === 'EADDRINUSE') {
    const holder = findPortHolder(port);
    const free = await findFreePort(port, bind, reservedPorts);
    const who = holder === null ? 'another process' : `${holder.command} (pid ${holder.pid})`;
    return new GatehouseError('listener.port-taken', `${what}: port ${port} is held by ${who}.`, {
      fix:
        free === null ? 'Stop that process, or set another port.' : `Stop that process, or use port ${free}.`,
      location: { file: 'gatehouse.json', pointer: `/services/${service}/port` },
      ...(free === null ? {} : { actions: [{ kind: 'use-port', service, port: free }] }),
    });
  }
  if (error.code === 'EACCES')
    return new GatehouseError(
      'listener.port-forbidden',
      `${what}: port ${port} is not allowed for this user.`,
      {
        fix: 'Use a port above 1023.',
      },
    );
  return new GatehouseError('listener.address-unavailable', `${what}: cannot listen on ${bind}:${port}.`, {
    fix: 'Use 127.0.0.1, or an address of this machine.',
    cause: error,
  });
}

function refuseGarbage(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

async function closeServer(
  server: Server,
  second: TcpServer | null,
  sockets: ReadonlySet<Socket>,
  graceMillis: number,
): Promise<void> {
  if (!server.listening) return;
  const closed = Promise.all([server, second].map(closeTcp));
  server.closeIdleConnections();
  const cut = setTimeout(() => {
    server.closeAllConnections();
    // Connections that have not got as far as a request (a half-done handshake) are not among those.
    for (const socket of sockets) socket.destroy();
  }, graceMillis);
  await closed;
  clearTimeout(cut);
}

function closeTcp(server: TcpServer | null): Promise<void> {
  return new Promise((resolve) => (server === null ? resolve() : void server.close(() => resolve())));
}

/** Reads requests, calls the handler, answers and records. A class because its methods are the hot path. */
class Exchanger {
  readonly #options: ListenerOptions;
  readonly #origin: string;
  readonly #counts: { requests: number; errors: number };
  readonly #fields = new HeaderMemory();

  constructor(options: ListenerOptions, origin: string, counts: { requests: number; errors: number }) {
    this.#options = options;
    this.#origin = origin;
    this.#counts = counts;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const startedMillis = performance.now();
    const { method } = request;
    if (method === 'GET' || method === 'HEAD')
      return this.#handle(request, response, emptyBody, startedMillis);
    const limitBytes = this.#limitBytes();
    let first: Buffer | null = null;
    let more: Buffer[] | null = null;
    let sizeBytes = 0;
    request.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes > limitBytes) return;
      if (first === null) first = chunk;
      else (more ??= [first]).push(chunk);
    });
    request.on('end', () => {
      const body = sizeBytes > limitBytes ? null : more === null ? (first ?? emptyBody) : Buffer.concat(more);
      this.#handle(request, response, body, startedMillis);
    });
  }

  #limitBytes(): number {
    return this.#options.bodyLimitBytes?.() ?? defaultBodyLimitBytes;
  }

  #handle(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer | null,
    startedMillis: number,
  ): void {
    this.#counts.requests += 1;
    const target = request.url ?? '/';
    const question = target.indexOf('?');
    const fields = this.#fields.of(request);
    const notes: ExchangeNotes = { trace: null, tags: [] };
    const seen: HttpRequest = {
      method: request.method ?? 'GET',
      target,
      path: question < 0 ? target : target.slice(0, question),
      query: question < 0 ? '' : target.slice(question + 1),
      headers: fields.headers,
      rawHeaders: fields.rawHeaders,
      body: body ?? emptyBody,
      remoteAddress: request.socket.remoteAddress ?? '',
      origin: this.#origin,
    };
    const pending: Pending = {
      response,
      request: seen,
      notes,
      startedMillis,
      clientPort: request.socket.remotePort ?? 0,
    };
    if (body === null) return this.#answer(pending, tooLarge(this.#limitBytes()));
    let answer: HttpResponse | Promise<HttpResponse>;
    try {
      answer = this.#options.handler(seen, notes);
    } catch (error) {
      return this.#answer(pending, this.#unexpected(seen, error));
    }
    if (!(answer instanceof Promise)) return this.#answer(pending, answer);
    answer.then(
      (done) => this.#answer(pending, done),
      (error: unknown) => this.#answer(pending, this.#unexpected(seen, error)),
    );
  }

  #unexpected(request: HttpRequest, error: unknown): HttpResponse {
    this.#options.logger.error('request.failed', {
      service: this.#options.service,
      path: request.path,
      error,
    });
    return { status: 500, headers: plainText, body: 'Internal error\n' };
  }

  #answer(pending: Pending, answer: HttpResponse): void {
    const rules = this.#options.faults.matching(
      this.#options.service,
      pending.request.path,
      pending.notes.tags,
    );
    if (rules.length === 0) return this.#send(pending, answer, null, []);
    const spoilt = spoilAnswer(
      answer,
      rules.map((rule) => rule.effect),
    );
    const ids = rules.map((rule) => rule.id);
    const send = () => {
      if (spoilt.drop) {
        pending.response.destroy();
        return this.#record(pending, answer, [], 'dropped by a fault rule', ids);
      }
      this.#send(pending, spoilt.response, spoilt.cutAfterBytes, ids);
    };
    if (spoilt.delayMillis === 0) send();
    else setTimeout(send, spoilt.delayMillis);
  }

  #send(
    pending: Pending,
    answer: HttpResponse,
    cutAfterBytes: number | null,
    faults: readonly string[],
  ): void {
    const { response } = pending;
    const { body } = answer;
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    const headers = [...answer.headers, 'Content-Length', String(length)];
    if (answer.status >= 500) this.#counts.errors += 1;
    if (response.destroyed) return this.#record(pending, null, [], 'the client hung up', faults);
    response.writeHead(answer.status, headers);
    // Text of ASCII alone is the same in Latin-1, and that is written without being looked at again.
    if (cutAfterBytes === null || cutAfterBytes >= length)
      response.end(body, length === body.length ? 'latin1' : 'utf8');
    else response.write(Buffer.from(body).subarray(0, cutAfterBytes), () => response.destroy());
    this.#record(
      pending,
      answer,
      headers,
      cutAfterBytes === null ? null : 'cut short by a fault rule',
      faults,
    );
  }

  #record(
    pending: Pending,
    answer: HttpResponse | null,
    headers: readonly string[],
    failure: string | null,
    faults: readonly string[],
  ): void {
    const durationMillis = performance.now() - pending.startedMillis;
    const { request, notes } = pending;
    const sent = failure === null || failure.startsWith('cut') ? answer : null;
    this.#options.record({
      side: 'server',
      service: this.#options.service,
      origin: this.#origin,
      startedAtMillis: this.#options.clock.nowMillis() - durationMillis,
      durationMicros: Math.round(durationMillis * 1_000),
      clientPort: pending.clientPort,
      method: request.method,
      target: request.target,
      requestHeaders: request.rawHeaders,
      requestBody: request.body,
      status: sent?.status ?? null,
      reason: pending.response.statusMessage ?? '',
      responseHeaders: headers,
      responseBody: sent?.body ?? '',
      failure,
      tags: notes.tags,
      trace: notes.trace,
      faults,
    });
  }
}

interface Pending {
  readonly response: ServerResponse;
  readonly request: HttpRequest;
  readonly notes: ExchangeNotes;
  readonly startedMillis: number;
  readonly clientPort: number;
}

function tooLarge(limitBytes: number): HttpResponse {
  return {
    status: 413,
    headers: [...plainText, 'Connection', 'close'],
    body: `The request body is larger than ${limitBytes} bytes.\n`,
  };
}
