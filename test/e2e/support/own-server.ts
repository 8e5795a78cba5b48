import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of somebody's own, as a story needs one beside Gatehouse. */
export interface OwnServer {
  readonly origin: string;
  /** Paths that were asked for so far. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Listens on a free port of this machine. */
export async function startOwnServer(answer: RequestListener): Promise<OwnServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
