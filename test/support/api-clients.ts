import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { createApiServer } from '#main/api/index.ts';
import type { Engine } from '#main/composition/index.ts';
import { startWebHost } from '#main/hosts/headless/web-host.ts';
import { systemClock } from '#main/platform/clock.ts';
import { createRelayClient, serveRelay } from '#main/platform/http-relay.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import type { Contract } from '#shared/api/index.ts';
import { openProvenSocket, openWebSession } from './web-session.ts';

export type ApiClient = ContractRouterClient<Contract>;

export interface ConnectedClient {
  readonly client: ApiClient;
  close(): Promise<void>;
}

/** Is handed everything that the engine sends, as it comes. */
export type SeeFrame = (frame: string) => void;

/** A client over a message port, as in the desktop host. */
export async function connectByPort(engine: Engine, see: SeeFrame = () => {}): Promise<ConnectedClient> {
  const { port1, port2 } = new MessageChannel();
  createApiServer(engine).serve(port2);
  port2.start();
  port1.on('message', (frame: unknown) => see(typeof frame === 'string' ? frame : JSON.stringify(frame)));
  port1.start();
  const client: ApiClient = createORPCClient(new PortLink({ port: port1 }));
  return {
    client,
    async close() {
      port1.close();
    },
  };
}

/** A web host in front of an engine, with a session in it. */
async function openWebHost(engine: Engine) {
  const { port1, port2 } = new MessageChannel();
  const server = createApiServer(engine);
  serveRelay(port2, (request) => server.handle(request));
  const connect = () => {
    const channel = new MessageChannel();
    server.serve(channel.port2);
    channel.port2.start();
    return channel.port1;
  };
  const host = await startWebHost({
    port: 0,
    findFile: () => null,
    relay: createRelayClient(port1),
    connect,
    clock: systemClock,
    random: createSystemRandom(),
  });
  const session = await openWebSession(host.startLink({ seconds: 60, isReusable: false }).url);
  const close = async () => {
    await host.close();
    port1.close();
  };
  return { host, session, close };
}

/** A client over the socket of a page, through the web host. */
export async function connectBySocket(engine: Engine, see: SeeFrame = () => {}): Promise<ConnectedClient> {
  const { session, close } = await openWebHost(engine);
  const socket = await openProvenSocket(session);
  socket.binaryType = 'arraybuffer';
  socket.on('message', (data: Buffer | ArrayBuffer) =>
    see(Buffer.from(new Uint8Array(data)).toString('utf8')),
  );
  return {
    // The type of a browser's socket, of which ws has all that is used.
    client: createORPCClient(new SocketLink({ websocket: socket as unknown as globalThis.WebSocket })),
    async close() {
      socket.close();
      await close();
    },
  };
}

/** A client over HTTP through the web host and its relay. */
export async function connectByHttp(engine: Engine, see: SeeFrame = () => {}): Promise<ConnectedClient> {
  const { host, session, close } = await openWebHost(engine);
  const link = new FetchLink({
    url: `${host.origin}/rpc`,
    headers: session.headers,
    async fetch(request, init) {
      const response = await fetch(request, init);
      return response.body === null ? response : new Response(response.body.pipeThrough(seen(see)), response);
    },
  });
  return {
    client: createORPCClient(link),
    close,
  };
}

/** Shows what passes, chunk by chunk. */
function seen(see: SeeFrame): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  return new TransformStream({
    transform(chunk, controller) {
      see(decoder.decode(chunk, { stream: true }));
      controller.enqueue(chunk);
    },
  });
}
