import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { largestCallBytes } from '#main/hosts/http-calls.ts';

/** The path at which a page opens its socket: below the path of the session cookie. */
export const socketPath = '/rpc/socket';

export interface PageSocketOptions {
  /** Why a page may not have a socket, as an HTTP status; null: it may. */
  readonly refuse: (request: IncomingMessage) => number | null;
  /** A new port to the engine's API. */
  readonly connect: () => MessagePort;
}

/**
 * Gives each window one socket to the engine, over which all its calls and streams go: a browser grants an origin only
 * six HTTP connections for all windows together, and each stream would take one. Messages are passed on unread.
 */
export function servePageSockets(server: Server, { refuse, connect }: PageSocketOptions): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: largestCallBytes,
    clientTracking: true,
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const refusal = refuse(request);
    if (refusal === null) sockets.handleUpgrade(request, stream, head, (socket) => join(socket, connect()));
    else stream.end(`HTTP/1.1 ${refusal} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  return () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}

function join(socket: WebSocket, port: MessagePort): void {
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const bytes = bytesOf(data);
    port.postMessage(
      isBinary ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
    );
  });
  port.on('message', (data: string | Uint8Array) => socket.send(data));
  socket.on('close', () => port.close());
  // A faulty frame closes the socket by itself; there is nothing to add.
  socket.on('error', () => undefined);
  port.on('close', () => socket.close());
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
