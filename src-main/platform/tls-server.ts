import type { ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import type { KeyAndCertificate } from './certificate-authority.ts';

/** First byte of a TLS record that carries a handshake. RFC 8446 §5.1 */
const handshakeRecord = 0x16;
const plainText = 'This port uses HTTPS. Replace http:// with https://.\n';
const plainResponse = `HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: ${plainText.length}\r\nConnection: close\r\n\r\n${plainText}`;

/**
 * Makes an HTTPS server (TLS 1.2 and 1.3) that tells a client which speaks plain HTTP so, in plain HTTP.
 * `handshakeMillis` bounds the time to the first byte and that of the handshake.
 */
export function createTlsServer(
  options: ServerOptions,
  pair: KeyAndCertificate,
  handshakeMillis: number,
): Server {
  const server = createServer({
    ...options,
    ...pair,
    minVersion: 'TLSv1.2',
    handshakeTimeout: handshakeMillis,
  });
  // The TLS server takes a connection from its own listener; ours comes first and looks at the first byte.
  const secure = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const impatient = setTimeout(() => socket.destroy(), handshakeMillis);
    // A client that hangs up before the handshake is no fault of ours.
    socket.on('error', () => {});
    socket.once('close', () => clearTimeout(impatient));
    socket.once('readable', () => {
      clearTimeout(impatient);
      const first = socket.read() as Buffer | null;
      if (first === null) return void socket.destroy();
      if (first[0] !== handshakeRecord) return refuse(socket, first);
      socket.unshift(first);
      for (const listener of secure) listener.call(server, socket);
    });
  });
  return server;
}

/** Only what looks like a request is answered: other protocols would not understand it. */
function refuse(socket: Socket, first: Buffer): void {
  if (!/^[A-Za-z]+ /.test(first.toString('latin1', 0, 16))) return void socket.destroy();
  // Data already sent is read before the end, or the answer could be lost in a reset.
  socket.resume();
  socket.setTimeout(1_000, () => socket.destroy());
  socket.end(plainResponse);
}
