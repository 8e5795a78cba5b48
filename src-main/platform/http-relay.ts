import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MessagePort } from 'node:worker_threads';

/** Chunks of one answer that may be under way at once: the reader's pace bounds the writer's. */
const chunkCredits = 8;

type ToEngine =
  | {
      readonly id: number;
      readonly type: 'request';
      readonly method: string;
      readonly url: string;
      readonly headers: [string, string][];
      readonly body: Uint8Array;
    }
  | { readonly id: number; readonly type: 'credit' }
  | { readonly id: number; readonly type: 'cancel' };

type FromEngine =
  | {
      readonly id: number;
      readonly type: 'head';
      readonly status: number;
      readonly headers: [string, string][];
    }
  | { readonly id: number; readonly type: 'chunk'; readonly bytes: Uint8Array }
  | { readonly id: number; readonly type: 'end' }
  /** No answer comes, or not all of it. */
  | { readonly id: number; readonly type: 'failed' };

/** The host's end: passes requests to the engine unchanged, and its answers back. */
export interface RelayClient {
  relay(request: IncomingMessage, body: Buffer, response: ServerResponse): void;
}

/** Makes the host's end of the relay over a port to the engine. */
export function createRelayClient(port: MessagePort): RelayClient {
  const open = new Map<number, ServerResponse>();
  let next = 0;
  const send = (message: ToEngine) => port.postMessage(message);
  port.on('message', (message: FromEngine) => {
    const response = open.get(message.id);
    if (response === undefined) return;
    if (message.type === 'head') response.writeHead(message.status, message.headers.flat());
    else if (message.type === 'end') {
      open.delete(message.id);
      response.end();
    } else if (message.type === 'failed') {
      open.delete(message.id);
      // A stream that ended as if it were whole would be taken for one.
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    } else if (response.write(message.bytes)) send({ id: message.id, type: 'credit' });
    else response.once('drain', () => send({ id: message.id, type: 'credit' }));
  });
  // The engine is gone: clients without an answer receive one, and streams break off so that their readers reconnect.
  port.on('close', () => {
    for (const response of open.values())
      if (response.headersSent) response.destroy();
      else response.writeHead(503, { 'Cache-Control': 'no-store' }).end('The engine has stopped.\n');
    open.clear();
  });
  return {
    relay(request, body, response) {
      const id = (next += 1);
      open.set(id, response);
      response.on('close', () => {
        if (open.delete(id)) send({ id, type: 'cancel' });
      });
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      );
      const url = `http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`;
      send({
        id,
        type: 'request',
        method: request.method ?? 'GET',
        url,
        headers,
        body: new Uint8Array(body),
      });
    },
  };
}

/** Serves the engine's end of the relay: each request goes to `handle`, its answer is streamed back. */
export function serveRelay(port: MessagePort, handle: (request: Request) => Promise<Response>): void {
  const open = new Map<number, { readonly abort: AbortController; credit: () => void }>();
  const send = (message: FromEngine) => port.postMessage(message);

  async function answer(message: Extract<ToEngine, { type: 'request' }>): Promise<void> {
    const { id, method, url, headers } = message;
    const abort = new AbortController();
    const credits = createCredits(abort.signal);
    open.set(id, { abort, credit: credits.add });
    const body = message.body.length === 0 ? null : Buffer.from(message.body);
    const response = await handle(new Request(url, { method, headers, body, signal: abort.signal }));
    send({ id, type: 'head', status: response.status, headers: [...response.headers] });
    const reader = response.body?.getReader();
    abort.signal.addEventListener('abort', () => void reader?.cancel().catch(() => {}));
    while (reader !== undefined && (await credits.take())) {
      const { done, value } = await reader.read();
      if (done) break;
      send({ id, type: 'chunk', bytes: value });
    }
    send({ id, type: 'end' });
  }

  port.on('message', (message: ToEngine) => {
    if (message.type === 'credit') return open.get(message.id)?.credit();
    if (message.type === 'cancel') {
      open.get(message.id)?.abort.abort();
      return void open.delete(message.id);
    }
    answer(message)
      .catch(() => send({ id: message.id, type: 'failed' }))
      .finally(() => open.delete(message.id));
  });
}

function createCredits(signal: AbortSignal) {
  let available = chunkCredits;
  let wake: (() => void) | null = null;
  const notify = () => {
    wake?.();
    wake = null;
  };
  signal.addEventListener('abort', notify);
  return {
    add() {
      available += 1;
      notify();
    },
    async take(): Promise<boolean> {
      while (available === 0 && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      available -= 1;
      return !signal.aborted;
    },
  };
}
