import { createServer, type Socket } from 'node:net';
import { flowStartSchema } from '#shared/api/flows.ts';
import type { FlowRun, FlowStartInput } from '#shared/api/index.ts';
import type { TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { listeningOrigin } from '#test/support/listening.ts';

/** Starts a run as the screen does. */
export function startRun(
  { engine }: TestEngine,
  start: Partial<FlowStartInput> & Pick<FlowStartInput, 'kind' | 'clientId'>,
): Promise<FlowRun> {
  return engine.flows.start(
    flowStartSchema.parse({ username: 'ann', mode: 'run', browser: 'unattended', ...start }),
  );
}

/** The run once it is in one of these states. */
export function inState(
  { engine }: TestEngine,
  { id }: Pick<FlowRun, 'id'>,
  ...states: readonly FlowRun['state'][]
): Promise<FlowRun> {
  return eventually(() => {
    const view = engine.flows.get(id);
    return states.includes(view.state) ? view : null;
  });
}

/** The run once it has come to its end. */
export function ended(running: TestEngine, run: Pick<FlowRun, 'id'>): Promise<FlowRun> {
  return inState(running, run, 'passed', 'failed', 'cancelled');
}

/** Starts a run and waits for its end. */
export async function runToEnd(running: TestEngine, start: Parameters<typeof startRun>[1]): Promise<FlowRun> {
  return ended(running, await startRun(running, start));
}

/** A server that knows no HTTP: it keeps every byte, and answers with what it is told. */
export interface PlainServer {
  readonly origin: string;
  /** Bytes received on each connection, one character a byte. */
  readonly received: readonly string[];
  /** Answers the next connections so; nothing more comes after. */
  answer: (socket: Socket, soFar: string) => void;
  close(): Promise<void>;
}

const tokenBody = JSON.stringify({ access_token: 'token-of-nobody', token_type: 'Bearer', expires_in: 60 });

/** A whole answer with a JSON body. */
export function jsonAnswer(body = tokenBody, status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}

/** Stands it on a free port; it gives a token for whatever comes until it is told otherwise. */
export async function startPlainServer(): Promise<PlainServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const plain = {
    origin: '',
    received,
    answer: (socket: Socket, _soFar: string): void => void socket.end(jsonAnswer()),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    const index = received.push('') - 1;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received[index] += chunk.toString('latin1');
      // Whatever comes at once belongs together: no length is read here.
      setTimeout(() => socket.writable && plain.answer(socket, received[index] ?? ''), 20);
    });
  });
  plain.origin = await listeningOrigin(server);
  return plain;
}

/** The file of a server whose endpoints all lie at one origin. */
export function targetAt(origin: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    issuer: origin,
    discovery: false,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    clients: [
      {
        client_id: 'portal',
        client_secret: 'planted-foreign-secret',
        redirect_uris: ['https://portal.invalid/cb'],
        scope: 'orders.read',
      },
    ],
    users: [{ username: 'ann', password: 'planted-password' }],
    ...more,
  };
}
