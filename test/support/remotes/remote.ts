import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that others wrote, filled with people. */
export interface Remote {
  readonly url: string;
  stop(): Promise<void>;
}

/** Where a server listens, and how it ends. */
export async function listening(server: Server): Promise<Remote> {
  if (!server.listening) await new Promise<void>((resolve) => void server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
