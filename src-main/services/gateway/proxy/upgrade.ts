import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ResponseObserver, StreamedExchange } from '#main/platform/streamed-exchange.ts';
import { timerMillis } from '#main/platform/timers.ts';
import type { GatewayContext } from '../context.ts';
import type { UpstreamNote } from '../request-notes.ts';
import { failureStatus } from './failures.ts';
import {
  forwardRequestHeaders,
  forwardResponseHeaders,
  originForm,
  replaceHeader,
  writableReason,
} from './headers.ts';
import { ConnectionTimeout, type Upstream, within } from './upstreams.ts';

/**
 * Passes a request for another protocol on: where the upstream switches, both ends are joined; where it does not, its
 * answer is passed back. RFC 9110 §7.8
 */
export function passUpgrade(context: GatewayContext, upstream: Upstream): void {
  const { exchange, run } = context;
  const path = originForm(exchange.target);
  if (path === null) return exchange.answer(400, [], '');
  if (!upstream.config.websocket) {
    run.upstream = note(upstream, 'The route does not forward upgrades (websocket is false).');
    return exchange.answer(501, [], '');
  }
  const fate = note(upstream, null);
  run.upstream = fate;
  connectAndSend(context, upstream, path, fate).catch((error: unknown) => {
    if (exchange.isOver) return;
    const cause = error instanceof Error ? error : new Error(String(error));
    fate.failure = cause.message;
    if (exchange.isBegun) exchange.abort(cause.message);
    else exchange.answer(failureStatus(cause), [], '');
  });
}

function note({ origin }: Upstream, failure: string | null): UpstreamNote {
  return { origin, status: null, failure, attempts: 1 };
}

async function connectAndSend(
  { exchange, authorization }: GatewayContext,
  upstream: Upstream,
  path: string,
  fate: UpstreamNote,
): Promise<void> {
  const ended = new AbortController();
  const { connectionTimeoutMillis, soTimeoutMillis } = upstream.config;
  exchange.follower = { gone: () => ended.abort(), drained: () => undefined };
  const unwatch = watchClient(exchange);
  const late = within(connectionTimeoutMillis, () => ended.abort());
  const socket = await upstream.connect(ended.signal).catch((error: unknown) => {
    throw ended.signal.aborted ? new ConnectionTimeout(upstream.origin, connectionTimeoutMillis) : error;
  });
  clearTimeout(late);
  if (exchange.isOver) return void socket.destroy();
  const { headers } = forwardRequestHeaders(exchange.rawHeaders);
  const own = authorization === null ? headers : replaceHeader(headers, 'Authorization', authorization);
  const request = sendRequest({
    createConnection: () => socket,
    method: exchange.method,
    path,
    headers: [
      'Host',
      new URL(upstream.origin).host,
      'Connection',
      'Upgrade',
      'Upgrade',
      exchange.incoming.headers.upgrade ?? 'websocket',
      ...own,
    ],
  });
  exchange.follower = { gone: () => request.destroy(), drained: () => undefined };
  request.setTimeout(timerMillis(soTimeoutMillis), () =>
    request.destroy(new ConnectionTimeout(upstream.origin, soTimeoutMillis)),
  );
  request.end();
  await responseOf(request, exchange, fate, unwatch);
}

/** Notices a client that hangs up while nobody reads its connection; its data stays in the connection. */
function watchClient(exchange: StreamedExchange): () => void {
  const socket = exchange.upgrade?.socket;
  const look = (): void => {
    // Only a reader notices the end of a connection.
    if (socket?.readableLength === 0) socket.read();
  };
  const hangUp = (): void => exchange.abort('the client closed the connection');
  socket?.on('readable', look).on('end', hangUp);
  return () => void socket?.off('readable', look).off('end', hangUp);
}

function responseOf(
  request: ClientRequest,
  exchange: StreamedExchange,
  fate: UpstreamNote,
  unwatch: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('upgrade', (response, socket, head) => {
      fate.status = 101;
      request.setTimeout(0);
      socket.setTimeout(0);
      unwatch();
      join(exchange, response, socket, head);
      resolve();
    });
    request.on('response', (response) => {
      fate.status = response.statusCode ?? 502;
      try {
        passBack(exchange, response);
        resolve();
      } catch (error) {
        reject(error);
      }
    });
  });
}

function join(exchange: StreamedExchange, response: IncomingMessage, upstream: Duplex, head: Buffer): void {
  const client = exchange.switchProtocols(response.statusMessage ?? '', response.rawHeaders);
  if (client === null) return void upstream.destroy();
  const early = exchange.upgrade?.head ?? head;
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
  if (early.length > 0) upstream.write(early);
  if (head.length > 0) client.write(head);
}

function passBack(exchange: StreamedExchange, response: IncomingMessage): void {
  const raw = response.rawHeaders.map((text) => Buffer.from(text, 'latin1'));
  const follower: ResponseObserver = { gone: () => response.destroy(), drained: () => response.resume() };
  exchange.follower = follower;
  exchange.begin(
    response.statusCode ?? 502,
    writableReason(response.statusMessage ?? ''),
    forwardResponseHeaders(raw),
  );
  response.on('data', (chunk: Buffer) => {
    if (!exchange.write(chunk)) response.pause();
  });
  response.on('end', () => exchange.end());
  response.on('error', (error) => exchange.abort(`the upstream response was interrupted: ${error.message}`));
}
