import { createServer, type IncomingMessage, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { GatehouseError } from '#shared/errors/index.ts';
import { baseUrlOf } from './addresses.ts';
import type { KeyAndCertificate } from './certificate-authority.ts';
import { connectionShare } from './descriptors.ts';
import { Exchanger, type HandlerPorts, type RequestCounts } from './exchanger.ts';
import type { HttpHandler } from './http.ts';
import { listenFailure } from './listen-failure.ts';
import { findFreePort, findPortHolder } from './port-holder.ts';
import { handleStreamed, type StreamHandler } from './streaming.ts';
import { createTlsServer } from './tls-server.ts';

export interface ListenerOptions extends HandlerPorts {
  /** 0 takes any free port. */
  readonly port: number;
  readonly bind: string;
  /** Base URL under which others reach the service; absent: that of the listener. */
  readonly publicUrl?: string | undefined;
  /** Speaks TLS with this certificate; absent: plain HTTP. */
  readonly certificate?: KeyAndCertificate | undefined;
  /** Gets requests whole, or as they come where it is a handler of streams. */
  readonly handler: HttpHandler | StreamHandler;
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

const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  noDelay: true,
} as const;
const streamLimits = {
  ...limits,
  // A body that only passes through may take as long as its sender and its receiver like.
  requestTimeout: 0,
  shouldUpgradeCallback: asksForWebSocket,
  // Most requests have no body, and need no stream of one.
  optimizeEmptyRequests: true,
} as const;

/** A port that the system chose may be taken on the other loopback address. */
const maxTries = 20;

/**
 * Listens with the limits of a loopback service (16 KiB of headers; bounded body and 30 s per request, unless it is
 * streamed) and no more connections than leave descriptors to others, and records each exchange.
 * @throws listener.port-taken, listener.port-forbidden, listener.no-descriptors, listener.address-unavailable
 */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  for (let triesLeft = options.port === 0 ? maxTries : 1; ; triesLeft -= 1)
    try {
      return await openOnce(options);
    } catch (error) {
      const isTaken = error instanceof GatehouseError && error.code === 'listener.port-taken';
      if (!isTaken || triesLeft <= 1) throw error;
    }
}

async function openOnce(options: ListenerOptions): Promise<Listener> {
  const { bind, publicUrl, certificate } = options;
  const { handler } = options;
  const settings = typeof handler === 'function' ? limits : streamLimits;
  const server =
    certificate === undefined ? createServer(settings) : createTlsServer(settings, certificate, 15_000);
  server.maxRequestsPerSocket = 0;
  server.maxConnections = connectionShare();
  const counts: RequestCounts = { requests: 0, errors: 0 };
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  const origin = baseUrlOf({ port, bind, publicUrl, tls: certificate !== undefined });
  if (typeof handler === 'function') {
    const service = new Exchanger({ ...options, handler }, origin, counts);
    server.on('request', (request, response) => service.take(request, response));
  } else handleStreamed(server, { ...options, handler }, origin, counts);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuseGarbage(error, socket));
  const second =
    bind === '127.0.0.1'
      ? await listenOnIpv6Loopback(server, { ...options, port }, () => sockets.size)
      : null;
  if (bind === '127.0.0.1' && second === null)
    options.logger.debug('listener.no-ipv6-loopback', { service: options.service, port });
  return {
    port,
    origin,
    counts: () => ({ ...counts }),
    close: (grace = 1_000) => closeServer(server, second, sockets, grace),
  };
}

/**
 * Many clients resolve `localhost` to ::1. Both sockets share the limits of one listener. A system without
 * IPv6 is acceptable. An occupied port on ::1 is not: the program that holds it would receive requests for this
 * service.
 */
function listenOnIpv6Loopback(
  server: Server,
  options: ListenerOptions,
  held: () => number,
): Promise<TcpServer | null> {
  const max = connectionShare();
  let taken = 0;
  const count = (change: 1 | -1): void => {
    taken += change;
    server.maxConnections = max - taken;
  };
  const server6 = createTcpServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    if (held() >= max) return void socket.destroy();
    count(1);
    socket.once('close', () => count(-1));
    server.emit('connection', socket);
  });
  return new Promise((resolve, reject) => {
    server6.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return resolve(null);
      server.close();
      listenError(error, { ...options, bind: '::1' }).then(reject, reject);
    });
    server6.listen({ port: options.port, host: '::1', ipv6Only: true }, () => resolve(server6));
  });
}

/** Of all that may be asked for in place of HTTP/1.1, nothing else is passed on. RFC 9110 §7.8 */
function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
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
    const holder = findPortHolder(port, bind);
    const free = await findFreePort(port, bind, reservedPorts);
    const who = holder === null ? 'another process' : `${holder.command} (pid ${holder.pid})`;
    return new GatehouseError(
      'listener.port-taken',
      `${what}: port ${port}${bind === '::1' ? ' of [::1]' : ''} is in use by ${who}.`,
      {
        fix:
          free === null
            ? 'Stop that process, or set another port.'
            : `Stop that process, or use port ${free}.`,
        location: { file: 'gatehouse.json', pointer: `/services/${service}/port` },
        ...(free === null ? {} : { actions: [{ kind: 'use-port', service, port: free }] }),
      },
    );
  }
  return listenFailure(error, { what, port, bind });
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
