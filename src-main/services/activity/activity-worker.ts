import { parentPort, workerData } from 'node:worker_threads';
import { openSummaryDatabase } from '#main/services/storage/index.ts';
import { createExchangeIndex, type ExchangeNote, type ExchangeQueries } from './exchange-index.ts';

/** Start data of the worker. */
export interface ActivityWorkerData {
  /** Directory of the state. */
  readonly directory: string;
  readonly sealKey: Uint8Array;
  readonly notes: readonly ExchangeNote[];
  readonly firstGeneration: number;
}

/** To the worker, in order: what was asked after a key or a note is answered with it. */
export type ActivityWorkerRequest =
  | {
      readonly type: 'ask';
      readonly id: number;
      readonly query: keyof ExchangeQueries;
      readonly given: unknown[];
    }
  | { readonly type: 'note'; readonly notes: readonly ExchangeNote[] }
  | { readonly type: 'key'; readonly sealKey: Uint8Array };

export type ActivityWorkerReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };

/**
 * Entry of the worker that holds the index of all exchanges: it reads the database by itself, so that looking at a
 * hundred thousand exchanges holds up neither the engine nor the thread that commits.
 */
function serve({ directory, sealKey, notes, firstGeneration }: ActivityWorkerData) {
  const index = createExchangeIndex(firstGeneration);
  let source = openSummaryDatabase(directory, sealKey);
  index.note(notes);
  return {
    answer(query: keyof ExchangeQueries, given: unknown[]): unknown {
      source.read(index.take);
      const ask = index[query] as (...input: unknown[]) => unknown;
      return ask(...given);
    },
    note: index.note,
    useKey(key: Uint8Array): void {
      source.close();
      source = openSummaryDatabase(directory, key);
      // Blocks that were read between the change of the key and its arrival here.
      index.forgetUnopened();
    },
  };
}

const port = parentPort;
if (port !== null) {
  const server = serve(workerData as ActivityWorkerData);
  port.on('message', (request: ActivityWorkerRequest) => {
    if (request.type === 'note') return server.note(request.notes);
    if (request.type === 'key') return server.useKey(request.sealKey);
    const { id, query, given } = request;
    let reply: ActivityWorkerReply;
    try {
      reply = { id, ok: true, value: server.answer(query, given) };
    } catch (error) {
      reply = { id, ok: false, message: error instanceof Error ? error.message : String(error) };
    }
    port.postMessage(reply);
  });
}
