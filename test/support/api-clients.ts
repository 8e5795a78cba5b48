import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { createApiServer } from '#main/api/index.ts';
import type { Engine } from '#main/compose.ts';
import { startWebHost } from '#main/hosts/headless/web-host.ts';
import { createRelayClient, serveRelay } from '#main/platform/http-relay.ts';
import type { Contract } from '#shared/api/index.ts';

export type ApiClient = ContractRouterClient<Contract>;

export interface ConnectedClient {
  readonly client: ApiClient;
  close(): Promise<void>;
}

/** A client over a message port, as in the desktop host. */
export async function connectByPort(engine: Engine): Promise<ConnectedClient> {
  const { port1, port2 } = new MessageChannel();
  createApiServer(engine).serve(port2);
  port2.start();
  port1.start();
  const client: ApiClient = createORPCClient(new PortLink({ port: port1 }));
  return {
    client,
    async close() {
      port1.close();
    },
  };
}

/** A client over HTTP through the web host and its relay, with a session of its own. */
export async function connectByHttp(engine: Engine): Promise<ConnectedClient> {
  const { port1, port2 } = new MessageChannel();
  const server = createApiServer(engine);
  serveRelay(port2, (request) => server.handle(request));
  const host = await startWebHost({ port: 0, findFile: () => null, relay: createRelayClient(port1) });
  const token = new URL(host.url).hash.slice('#token='.length);
  const session = await fetch(`${host.origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: host.origin },
    body: JSON.stringify({ token }),
  });
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  const link = new FetchLink({ url: `${host.origin}/rpc`, headers: { cookie, origin: host.origin } });
  return {
    client: createORPCClient(link),
    async close() {
      await host.close();
      port1.close();
    },
  };
}

/** A port that nothing listens on, for tests that need one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
