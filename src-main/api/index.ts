import type { MessagePort } from 'node:worker_threads';
import { RPCHandler as FetchHandler } from '@orpc/server/fetch';
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import type { Engine } from '#main/compose.ts';
import { app, clock, services } from './app.ts';
import { api } from './base.ts';
import { createCreditStreams } from './credit-streams.ts';
import { exchanges } from './exchanges.ts';
import { flows, tokens } from './flows.ts';
import { faults, identity, jobs, secrets, streams } from './workspace.ts';

/** The whole contract, implemented. */
const router = api.router({
  app,
  services,
  clock,
  faults,
  identity,
  exchanges,
  flows,
  tokens,
  jobs,
  secrets,
  streams,
});

/** The API of one engine over its two transports. */
export interface ApiServer {
  /** Answers one RPC over HTTP; the path begins with `/rpc`. */
  handle(request: Request): Promise<Response>;
  /** Serves a message port until it closes. */
  serve(port: MessagePort): void;
}

/** Puts the API in front of an engine. */
export function createApiServer(engine: Engine): ApiServer {
  const fetchHandler = new FetchHandler(router);
  const portHandler = new PortHandler(router);
  const context = { engine, streams: createCreditStreams() };
  return {
    async handle(request) {
      const { matched, response } = await fetchHandler.handle(request, { prefix: '/rpc', context });
      return matched ? response : new Response('There is no such procedure.\n', { status: 404 });
    },
    serve: (port) => portHandler.upgrade(port, { context }),
  };
}
