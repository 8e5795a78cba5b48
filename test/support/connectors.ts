import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { createVirtualClock, type VirtualClock } from '#main/platform/clock.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { directRoute } from '#main/platform/outgoing.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { type Connector, type ConnectorPorts, createConnector } from '#main/services/connectors/index.ts';
import { type ConnectorDocument, envelopeSchema } from '#shared/connectors/index.ts';
import { listeningPort } from '#test/support/listening.ts';

/** A request as a remote saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Port of the other end: the same for requests on one connection. */
  readonly port: number;
  /** Common name of the certificate that the other end showed; null: it showed none. */
  readonly clientName: string | null;
}

/** Answers a request, of which the body is read already. */
export type Answer = (request: SeenRequest, response: ServerResponse) => void;

/** A remote API that notes what it is asked. */
export interface Remote {
  readonly origin: string;
  readonly port: number;
  readonly server: Server;
  readonly seen: readonly SeenRequest[];
  /** How it answers from now on. */
  answer: Answer;
  close(): Promise<void>;
}

/** Starts a remote on a free port; with `tls` it speaks HTTPS. */
export async function startRemote(answer: Answer = answerJson({}), tls?: ServerOptions): Promise<Remote> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        port: request.socket.remotePort ?? 0,
        clientName: clientNameOf(request.socket),
      };
      seen.push(one);
      remote.answer(one, response);
    });
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listeningPort(server);
  const remote: Remote = {
    server,
    port,
    origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    seen,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return remote;
}

function clientNameOf(socket: Socket): string | null {
  if (!(socket instanceof TLSSocket)) return null;
  const name = socket.getPeerCertificate().subject?.CN;
  return typeof name === 'string' ? name : null;
}

/** Answers every request with the same JSON. */
export function answerJson(body: unknown, status = 200): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

/** A connector with what its ports were given. */
export interface RunningConnector {
  readonly connector: Connector;
  readonly clock: VirtualClock;
  /** Recorded exchanges, the oldest first. */
  readonly records: readonly ExchangeDraft[];
}

/** Makes a connector of properties as a configuration writes them; by default it has no object type and shows no credentials. */
export function makeConnector(
  properties: Readonly<Record<string, unknown>>,
  ports: Partial<ConnectorPorts> = {},
  envelope: Readonly<Record<string, unknown>> = {},
): RunningConnector {
  const clock = createVirtualClock();
  clock.freeze();
  const records: ExchangeDraft[] = [];
  const connector = createConnector(documentOf(properties, envelope), {
    name: 'hr',
    outgoing: { routeTo: async () => directRoute },
    readSecret: (value) => (typeof value === 'string' ? value : null),
    keystore: () => null,
    record: (draft) => `exchange-${records.push(draft)}`,
    clock,
    random: createSystemRandom(),
    isLiteral: () => false,
    maxListRecords: () => 100_000,
    userAgent: () => 'GatehouseConnector',
    script: async () => null,
    ...ports,
  });
  onTestFinished(() => connector.close());
  return { connector, clock, records };
}

/** A document of the host with such properties. */
export function documentOf(
  properties: Readonly<Record<string, unknown>>,
  envelope: Readonly<Record<string, unknown>> = {},
): ConnectorDocument {
  return envelopeSchema.parse({
    ...envelope,
    configurationProperties: { authenticationMethod: 'TOKEN', objectTypes: {}, ...properties },
  });
}
