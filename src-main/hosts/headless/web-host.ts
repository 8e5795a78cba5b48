import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessagePort } from 'node:worker_threads';
import { pageHeaders } from '#main/hosts/content-security-policy.ts';
import { maxCallBytes, readBody, refuse } from '#main/hosts/http-calls.ts';
import type { FindPageFile } from '#main/hosts/page-files.ts';
import { connectionShare } from '#main/platform/descriptors.ts';
import type { RelayClient } from '#main/platform/http-relay.ts';
import { listenFailure } from '#main/platform/listen-failure.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { type StartLink } from '#shared/web-session/messages.ts';
import { socketPath } from '#shared/web-session/protocol.ts';
import { defaultServicePorts } from '#shared/workspace/index.ts';
import { servePageSockets } from './page-socket.ts';
import { findSession, handleSessionCall, isSessionCall } from './session-calls.ts';
import { createSessions, type Sessions } from './sessions.ts';
import type { StartTokenLife } from './start-tokens.ts';

/** How long the link of a further window can be used. */
const windowLinkSeconds = 60;

export interface WebHostOptions {
  /** First port to try; the next free one is taken. 0: any. */
  readonly port: number;
  readonly findFile: FindPageFile;
  /** For clients that call over HTTP. */
  readonly relay: RelayClient;
  /** For pages: a new port to the engine's API. */
  readonly connect: () => MessagePort;
  readonly clock: Clock;
  readonly random: Random;
}

export interface WebHost {
  readonly origin: string;
  /** An address to open: its start token is in the fragment, which no server and no log sees. */
  startLink(life: StartTokenLife): StartLink;
  close(): Promise<void>;
}

/**
 * Serves the application's page and its API on loopback. A start token from the URL's fragment is swapped for a session,
 * which the page holds and proves with each call and first on its socket. No cookie is set: cookies know no ports, so
 * that every other service of this machine would be sent it. Host and Origin are checked against DNS rebinding and
 * foreign pages; there is no CORS.
 * @throws listener.port-taken when none of 50 ports is free, listener.*
 */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 60_000 });
  const port = await listenFrom(server, options.port);
  const origin = `http://127.0.0.1:${port}`;
  const sessions = createSessions(options.clock, options.random);
  const startLink = (life: StartTokenLife): StartLink => ({
    url: `${origin}/#token=${sessions.issueStart(life)}`,
    expiresInSeconds: life.seconds,
  });
  const handler = createHandler({ ...options, origin, sessions, startLink });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    handler(request, response).catch(() => {
      if (!response.headersSent) refuse(response, 500, 'Internal error');
      else response.destroy();
    });
  });
  const closeSockets = servePageSockets(server, {
    connect: options.connect,
    refuse: (request) => refusalOfSocket(request, origin),
    findSession: sessions.find,
  });
  return {
    origin,
    startLink,
    close: () =>
      new Promise((resolve) => {
        sessions.close();
        closeSockets();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * The ports that the screens try, beginning with the requested one. The others are no default ports of
 * services: a service could not start then, while the screens can be anywhere.
 */
export function screensPorts(first: number): readonly number[] {
  if (first === 0) return [0];
  const last = Math.min(first + 49 + defaultServicePorts.size, 65_535);
  const ports = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return ports.filter((port) => port === first || !defaultServicePorts.has(port)).slice(0, 50);
}

async function listenFrom(server: Server, first: number): Promise<number> {
  server.maxConnections = connectionShare();
  for (const port of screensPorts(first)) {
    const listening = await new Promise<boolean>((resolve, reject) => {
      const onError = (error: NodeJS.ErrnoException) => {
        server.off('listening', onListening);
        if (error.code === 'EADDRINUSE') resolve(false);
        else reject(listenFailure(error, { what: 'The screens did not start', port, bind: '127.0.0.1' }));
      };
      const onListening = () => {
        server.off('error', onError);
        resolve(true);
      };
      server.once('error', onError);
      server.once('listening', onListening);
      server.listen(port, '127.0.0.1');
    });
    if (listening) return (server.address() as AddressInfo).port;
  }
  throw new GatehouseError('listener.port-taken', `No port from ${first} on is free for the screens.`, {
    fix: 'Set another port with --port.',
  });
}

interface HandlerOptions extends WebHostOptions {
  readonly origin: string;
  readonly sessions: Sessions;
  readonly startLink: WebHost['startLink'];
}

function createHandler({ origin, sessions, startLink, findFile, relay }: HandlerOptions) {
  const ownHost = new URL(origin).host;
  const makeLink = () => startLink({ seconds: windowLinkSeconds, isReusable: false });
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
    // A name that was rebound to this address arrives with its own Host.
    if (request.headers.host !== ownHost) return refuse(response, 421, 'This host name is not served here');
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const isOwnCall = isSessionCall(path);
    if (!isOwnCall && !path.startsWith('/rpc')) return sendFile(request, response, findFile(path));
    const refusal = checkCall(request, origin);
    if (refusal !== null) return refuse(response, refusal[0], refusal[1]);
    if (isOwnCall) return handleSessionCall(path, request, response, { sessions, makeLink });
    if (findSession(request, sessions) === null) return refuse(response, 401, 'No session');
    const body = await readBody(request, maxCallBytes);
    return body === null
      ? refuse(response, 413, 'The call is too large')
      : relay.relay(request, body, response);
  };
}

/** The same checks as for calls: the right host, the own page. The session is proven by the first message. */
function refusalOfSocket({ headers, url }: IncomingMessage, origin: string): number | null {
  if (headers.host !== new URL(origin).host) return 421;
  if (url !== socketPath) return 404;
  return headers.origin === origin ? null : 403;
}

function checkCall({ method, headers }: IncomingMessage, origin: string): readonly [number, string] | null {
  if (method !== 'POST') return [405, 'Only POST is allowed'];
  if (headers.origin !== origin) return [403, 'Calls from other origins are not allowed'];
  if (headers['content-type']?.split(';')[0]?.trim() !== 'application/json')
    return [415, 'Only JSON is accepted'];
  return null;
}

function sendFile(
  { method }: IncomingMessage,
  response: ServerResponse,
  file: ReturnType<FindPageFile>,
): void {
  if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405, 'Only GET is allowed');
  if (file === null) return refuse(response, 404, 'Not found');
  response.writeHead(200, {
    'Content-Type': file.mediaType,
    'Content-Length': file.bytes.length,
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  response.end(method === 'HEAD' ? undefined : file.bytes);
}
