import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { maxCallBytes } from '#main/hosts/http-calls.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { textMember } from '#shared/web-session/messages.ts';
import { maxProofBytes, provenMessage, refusedCloseCode } from '#shared/web-session/protocol.ts';
import type { Session } from './sessions.ts';

/** How long a socket has to prove its session, in milliseconds. */
const maxUnprovenMillis = 2_000;
/** Sockets that may be without proof at the same time: pages of other services can open some too. */
const maxUnproven = 32;
/** Maximum number of bytes that frame a proof on the wire. RFC 6455 §5.2 */
const frameBytes = 14;

export interface PageSocketOptions {
  /** Why a page may not have a socket, as an HTTP status; null: it may. */
  readonly refuse: (request: IncomingMessage) => number | null;
  readonly findSession: (token: string) => Session | null;
  /** A new port to the engine's API. */
  readonly connect: () => MessagePort;
}

/**
 * Gives each window one socket to the engine, over which all its calls and streams go: a browser grants an origin only
 * six HTTP connections for all windows together, and each stream would take one. The first message proves the session;
 * those after it are passed on unread.
 */
export function servePageSockets(server: Server, options: PageSocketOptions): () => void {
  const { refuse, findSession, connect } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxCallBytes,
    clientTracking: true,
  });
  let unproven = 0;

  function take(socket: WebSocket, stream: Duplex): void {
    unproven += 1;
    let isProven = false;
    socket.on('close', () => {
      if (!isProven) unproven -= 1;
    });
    awaitProof(socket, stream, (token) => {
      const session = token === null ? null : findSession(token);
      if (session === null) return socket.close(refusedCloseCode);
      isProven = true;
      unproven -= 1;
      socket.on(
        'close',
        session.attach(() => socket.close(refusedCloseCode)),
      );
      join(socket, connect());
      socket.send(provenMessage);
    });
  }

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => undefined);
    const refusal = refuse(request) ?? (unproven < maxUnproven ? null : 503);
    if (refusal === null) sockets.handleUpgrade(request, stream, head, (socket) => take(socket, stream));
    else stream.end(`HTTP/1.1 ${refusal} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  return () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}

/** Calls back once: with what the first message gives as the session's token, or null where it proves nothing in time. */
function awaitProof(socket: WebSocket, stream: Duplex, onProof: (token: string | null) => void): void {
  let receivedBytes = 0;
  const settle = (token: string | null) => {
    clearTimeout(timer);
    stream.off('data', count);
    socket.off('message', read).off('close', leave);
    onProof(token);
  };
  const read = (data: RawData, isBinary: boolean) => settle(isBinary ? null : tokenIn(bytesOf(data)));
  const leave = () => settle(null);
  // A message of many fragments would be gathered up to the size of a call.
  const count = (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (receivedBytes > maxProofBytes + frameBytes) socket.terminate();
  };
  const timer = setTimeout(leave, maxUnprovenMillis);
  stream.on('data', count);
  // A faulty frame closes the socket by itself; there is nothing to add.
  socket.on('error', () => undefined);
  socket.once('message', read).once('close', leave);
}

function tokenIn(bytes: Uint8Array): string | null {
  if (bytes.length > maxProofBytes) return null;
  return textMember(parsedJson(Buffer.from(bytes).toString('utf8')), 'session');
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
  port.on('close', () => socket.close());
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
