import { createServer, type RequestListener } from 'node:http';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';

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
  const origin = await listeningOrigin(server);
  return {
    origin,
    asked,
    async close() {
      await closeServer(server);
    },
  };
}
