import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { createVirtualClock, type VirtualClock } from '#main/platform/clock.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { createFaultRegistry, type FaultRegistry } from '#main/platform/faults.ts';
import { type Listener, openListener } from '#main/platform/listener.ts';
import { createLogger } from '#main/platform/logger.ts';
import { directRoute } from '#main/platform/outgoing.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import { createGateway, type Gateway } from '#main/services/gateway/index.ts';
import type { DecisionTrace, TraceRule } from '#shared/exchange/index.ts';
import type { PolicyPorts } from '#shared/throttle/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import { closeServer } from '#test/support/listening.ts';

/** An API behind the gateway. */
export interface Upstream {
  readonly origin: string;
  readonly server: Server;
  close(): Promise<void>;
}

/** Starts an API on a free port, which ends with the test. */
export async function startUpstream(answer: RequestListener): Promise<Upstream> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => closeServer(server);
  onTestFinished(close);
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Route documents by their ids. */
export type Routes = Record<string, unknown>;

export interface RunningGateway {
  readonly origin: string;
  readonly port: number;
  readonly gateway: Gateway;
  readonly clock: VirtualClock;
  readonly faults: FaultRegistry;
  /** Recorded exchanges, the oldest first. */
  readonly records: readonly ExchangeDraft[];
  readonly logLines: readonly string[];
  readonly listener: Listener;
  /** Puts other routes in the place of those that it has. */
  route(routes: Routes): Promise<void>;
  /** The trace of the exchange that was recorded last. */
  trace(): DecisionTrace;
  /** A rule of it. */
  rule(id: string): TraceRule | undefined;
}

/** A gateway on a real listener that ends with the test, with a clock that stands still until it is moved. */
export async function startGateway(
  routes: Routes,
  { script, base, send }: PolicyPorts & { readonly base?: Clock; readonly send?: SendRecorded } = {},
): Promise<RunningGateway> {
  const clock = base === undefined ? createVirtualClock() : createVirtualClock(base);
  clock.freeze();
  const logLines: string[] = [];
  const logger = createLogger(clock, (line) => logLines.push(line), 'debug');
  const records: ExchangeDraft[] = [];
  const faults = createFaultRegistry();
  let documents = routes;
  const gateway = createGateway({
    documents: () =>
      Object.entries(documents).map(([id, value]) => ({
        id,
        file: `routes/${id}.json`,
        value,
        locate: (pointer) => ({ file: `routes/${id}.json`, pointer }),
      })),
    options: () => ({}),
    addressOf: (origin) => origin,
    outgoing: { routeTo: () => Promise.resolve(directRoute) },
    send: send ?? (() => Promise.reject(new Error('There is no authorization server here.'))),
    readSecret: (_file, value) => (typeof value === 'string' ? value : null),
    authorizationServer: () => null,
    vendorUrn: () => 'gatehouse',
    recordedBodyBytes: () => 1_000,
    clock,
    logger,
    ...(script === undefined ? {} : { script }),
  });
  await gateway.reload();
  const listener = await openListener({
    service: 'gateway',
    port: 0,
    bind: '127.0.0.1',
    handler: gateway.handler,
    record: (draft) => `id-${records.push(draft)}`,
    faults,
    clock,
    logger,
  });
  onTestFinished(async () => {
    await listener.close(50);
    await gateway.close();
  });
  const trace = () => records.at(-1)?.trace?.() ?? { pipeline: '', rules: [], effect: '' };
  return {
    origin: listener.origin,
    port: listener.port,
    gateway,
    clock,
    faults,
    records,
    logLines,
    listener,
    async route(next) {
      documents = next;
      await gateway.reload();
    },
    trace,
    rule: (id) => trace().rules.find((rule) => rule.id === id),
  };
}

/** A route that passes everything on. */
export function proxyRoute(origin: string, config: Readonly<Record<string, unknown>> = {}) {
  return { baseURI: origin, handler: { type: 'ReverseProxyHandler', config } };
}

/** A route with one filter before an upstream, or before an answer of its own. */
export function filteredRoute(filters: readonly unknown[], origin: string | null) {
  const handler =
    origin === null
      ? { type: 'StaticResponseHandler', config: { status: 200, entity: 'own answer' } }
      : 'ReverseProxyHandler';
  return {
    ...(origin === null ? {} : { baseURI: origin }),
    handler: { type: 'Chain', config: { filters, handler } },
  };
}

/** A filter that throttles. */
export function throttlingFilter(config: Readonly<Record<string, unknown>>, name = 'throttle') {
  return { name, type: 'ThrottlingFilter', config };
}

/** Sends bytes and resolves with all that came back until the connection ended. */
export function sendBytes(port: number, ...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece, 'latin1');
    });
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
