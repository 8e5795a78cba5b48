import { createServer, type IncomingMessage } from 'node:http';
import type { ExchangeNotes, HttpHandler, HttpResponse } from '#main/platform/http.ts';
import type { DecisionTrace } from '#shared/exchange/index.ts';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';

/** An exchange that was answered. */
export interface Recorded {
  readonly response: HttpResponse;
  readonly notes: ExchangeNotes;
}

/** A handler on a real listener. */
export interface ServedHandler {
  readonly origin: string;
  readonly recorded: readonly Recorded[];
  /** The decision trace of the last exchange. */
  trace(): DecisionTrace;
  /** Every trace so far. */
  traces(): readonly DecisionTrace[];
  close(): Promise<void>;
}

/** Stands a handler on a listener on port 0; what it throws is a 500, as at the listener of the product. */
export async function serveHandler(handler: HttpHandler): Promise<ServedHandler> {
  const recorded: Recorded[] = [];
  let origin = '';
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, origin, recorded)
      .then((response) => {
        outgoing.writeHead(response.status, [...response.headers]);
        outgoing.end(response.body);
      })
      .catch((error: unknown) => void outgoing.writeHead(500).end(String(error)));
  });
  origin = await listeningOrigin(server);
  const traces = () => recorded.flatMap(({ notes }) => notes.trace?.() ?? []);
  return {
    origin,
    recorded,
    traces,
    trace: () => traces().at(-1) ?? { pipeline: '', rules: [], effect: '' },
    close: () => closeServer(server),
  };
}

async function answer(
  handler: HttpHandler,
  incoming: IncomingMessage,
  origin: string,
  recorded: Recorded[],
): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Uint8Array));
  const target = incoming.url ?? '/';
  const [path = '', ...query] = target.split('?');
  const notes: ExchangeNotes = { trace: null, tags: [] };
  const { method = 'GET', headers, rawHeaders, socket } = incoming;
  const request = {
    method,
    target,
    path,
    query: query.join('?'),
    headers,
    rawHeaders,
    body: method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : Buffer.concat(chunks),
    remoteAddress: socket.remoteAddress ?? '',
    origin,
  };
  try {
    const response = await handler(request, notes);
    recorded.push({ response, notes });
    return response;
  } catch (error) {
    const response = { status: 500, headers: ['Content-Type', 'text/plain'], body: 'Internal error\n' };
    recorded.push({ response, notes });
    if (!(error instanceof Error)) throw error;
    return response;
  }
}
