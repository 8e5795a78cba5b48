import { setTimeout as delay } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { EngineData, EngineMessage, HostMessage } from '#main/engine.ts';
import type { HostAsk, HostReply } from '#main/platform/host-link.ts';
import { startBoundedThread, threadHeaps } from '#main/platform/isolates/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';

/** Longest that the engine may take to end before its thread is cut, in milliseconds. */
const stopWithinMillis = 1_700;

/** The engine in its worker, as a host sees it. */
export interface EngineClient {
  readonly ready: Extract<EngineMessage, { type: 'ready' }>;
  /** Resolves with all problems once the connectors are loaded; never resolves if there are no connectors. */
  readonly loaded: Promise<readonly Problem[]>;
  /** Hands a port to the engine's API; it is served until it closes. */
  connect(transport: 'port' | 'http', port: MessagePort): void;
  /** Ends the engine; committed data is on disk. */
  stop(): Promise<void>;
  /** Called when the engine ends without being asked to. */
  onExit(listener: (error: GatehouseError) => void): void;
}

export interface EngineEvents {
  readonly log: (line: string) => void;
  /** Answers what the engine asks of its host. */
  readonly answer: (ask: HostAsk) => Promise<unknown>;
}

/**
 * Starts the engine's worker and waits until its services accept connections.
 * @throws the engine's own problem: state.busy, workspace.missing, …
 */
export async function startEngine(
  url: URL,
  data: EngineData,
  { log, answer }: EngineEvents,
): Promise<EngineClient> {
  const worker = startBoundedThread(url, threadHeaps.engine, { workerData: data });
  const exited = new Promise<number>((resolve) => worker.once('exit', resolve));
  let stopping = false;
  let hasEnded = false;
  void exited.then(() => (hasEnded = true));
  let failure: unknown;
  const loaded = Promise.withResolvers<readonly Problem[]>();
  const post = (message: HostMessage, transfer: MessagePort[] = []) => worker.postMessage(message, transfer);
  worker.on('error', (error) => {
    failure = error;
  });
  const ready = await new Promise<EngineClient['ready']>((resolve, reject) => {
    worker.on('message', (message: EngineMessage) => {
      if (message.type === 'log') log(message.line);
      else if (message.type === 'ask')
        void answered(message.ask, answer).then((given) => post({ type: 'answer', answer: given }));
      else if (message.type === 'ready') resolve(message);
      else if (message.type === 'loaded') loaded.resolve(message.problems);
      else if (message.type === 'failed') reject(GatehouseError.fromProblem(message.problem));
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new GatehouseError('engine.stopped', `The engine ended with code ${code}.`)),
    );
  }).catch(async (error: unknown) => {
    // A thread that is held up in the system is not waited for: the process ends, and it with it.
    await Promise.race([worker.terminate(), delay(stopWithinMillis, undefined, { ref: false })]);
    throw error;
  });
  return {
    ready,
    loaded: loaded.promise,
    connect(transport, port) {
      // A message to a thread that has ended goes nowhere, and its port would never close.
      if (hasEnded) port.close();
      else post({ type: 'connect', transport, port }, [port]);
    },
    async stop() {
      stopping = true;
      post({ type: 'stop' });
      const cut = setTimeout(() => void worker.terminate(), stopWithinMillis);
      await exited;
      clearTimeout(cut);
    },
    onExit(listener) {
      void exited.then((code) => {
        if (stopping) return;
        const message = `The engine ended unexpectedly with code ${code}.`;
        const fix = 'Restart Gatehouse. All committed data is saved.';
        listener(new GatehouseError('engine.stopped', message, { fix, cause: failure }));
      });
    },
  };
}

async function answered(ask: HostAsk, answer: EngineEvents['answer']): Promise<HostReply> {
  try {
    return { id: ask.id, ok: true, value: await answer(ask) };
  } catch (error) {
    return { id: ask.id, ok: false, problem: problemOf(error) };
  }
}

/** The problem for an exception. */
export function problemOf(error: unknown): Problem {
  if (error instanceof GatehouseError) return error.toProblem();
  const cause = error instanceof Error ? error.message : String(error);
  return {
    code: 'api.internal',
    severity: 'error',
    message: 'An unexpected error occurred.',
    cause,
  };
}
