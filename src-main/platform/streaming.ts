import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HandlerPorts, RequestCounts } from './exchanger.ts';
import { ambiguous, ambiguousTrace, repeatedField } from './repeated-fields.ts';
import { misdirected, misdirectedTrace } from './served-names.ts';
import { StreamedExchange, type Upgrade } from './streamed-exchange.ts';

/** Answers requests whose bodies pass through as they come. */
export interface StreamHandler {
  /**
   * Takes a request over; the handler that takes it has to end it. An exception becomes a 500 without detail.
   */
  take(exchange: StreamedExchange): void;
  /** Most bytes of each body that a record keeps. */
  recordedBodyBytes(): number;
}

export interface StreamingOptions extends HandlerPorts {
  readonly handler: StreamHandler;
}

/** Has a server's requests answered by a handler of streams, those that wait for a go-ahead and upgrades among them. */
export function handleStreamed(
  server: Server,
  options: StreamingOptions,
  origin: string,
  counts: RequestCounts,
): void {
  const { handler, names, service } = options;
  const ports = { ...options, origin, counts, recordedBodyBytes: () => handler.recordedBodyBytes() };

  function take(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
    upgrade: Upgrade | null = null,
  ): void {
    counts.requests += 1;
    const exchange = new StreamedExchange(ports, request, response, { upgrade, expectsContinue });
    // Two lines of Authorization are for the routes of the gateway to judge. RFC 9112 §3.2
    if (repeatedField(request.rawHeaders, ['host']) !== null) {
      exchange.notes.trace = () => ambiguousTrace('host');
      return exchange.answer(ambiguous.status, [...ambiguous.headers], ambiguous.body);
    }
    const { host } = request.headers;
    if (names !== undefined && host !== undefined && !names.serves(host)) {
      exchange.notes.trace = () => misdirectedTrace(service, host, names);
      return exchange.answer(misdirected.status, [...misdirected.headers], String(misdirected.body));
    }
    try {
      handler.take(exchange);
    } catch (error) {
      exchange.fail(error);
    }
  }

  server.on('request', (request, response) => take(request, response, false));
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    take(request, response, true),
  );
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // The server has let go of the connection; an answer in HTTP is the last thing on it.
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on('finish', () => socket.end());
    socket.on('error', () => {});
    take(request, response, false, { socket, head });
  });
}
