import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Lets a server listen on a free port of this machine, and gives the port. */
export async function listeningPort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Lets a server of HTTP listen on a free port of this machine, and gives its origin. */
export async function listeningOrigin(server: Server): Promise<string> {
  return `http://127.0.0.1:${await listeningPort(server)}`;
}

/** Ends a server at once, with the connections that somebody keeps open to it. */
export function closeServer(server: Pick<HttpServer, 'close' | 'closeAllConnections'>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
