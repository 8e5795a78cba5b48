import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { EngineData, EngineMessage, HostMessage } from '#main/engine.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** Longest that the engine may take to end before its thread is cut, in milliseconds. */
const stopWithinMillis = 1_700;

/** The engine in its worker, as a host sees it. */
export interface EngineClient {
  readonly ready: Extract<EngineMessage, { type: 'ready' }>;
  /** A new port to the engine's API. */
  connect(transport: 'port' | 'http'): MessagePort;
  /** Ends the engine; what was committed is on disk. */
  stop(): Promise<void>;
  /** Called when the engine ends without being asked to. */
  onExit(listener: (error: GatehouseError) => void): void;
}

/**
 * Starts the engine's worker and waits until its services accept connections.
 * @throws the engine's own problem: state.busy, workspace.missing, …
 */
export async function startEngine(
  url: URL,
  data: EngineData,
  log: (line: string) => void,
): Promise<EngineClient> {
  const worker = new Worker(url, { workerData: data });
  const exited = new Promise<number>((resolve) => worker.once('exit', resolve));
  let stopping = false;
  let failure: unknown;
  worker.on('error', (error) => {
    failure = error;
  });
  const ready = await new Promise<EngineClient['ready']>((resolve, reject) => {
    worker.on('message', (message: EngineMessage) => {
      if (message.type === 'log') log(message.line);
      else if (message.type === 'ready') resolve(message);
      else if (message.type === 'failed') reject(GatehouseError.fromProblem(message.problem));
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new GatehouseError('engine.stopped', `The engine ended with code ${code}.`)),
    );
  }).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  const post = (message: HostMessage, transfer: MessagePort[] = []) => worker.postMessage(message, transfer);
  return {
    ready,
    connect(transport) {
      const { port1, port2 } = new MessageChannel();
      post({ type: 'connect', transport, port: port2 }, [port2]);
      return port1;
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
        const fix = 'Start Gatehouse again: what was committed is kept.';
        listener(new GatehouseError('engine.stopped', message, { fix, cause: failure }));
      });
    },
  };
}
