import { startThread, threadHeaps } from '#main/platform/isolates/index.ts';
import type { Storage, SummarySource } from '#main/platform/ports.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { ActivityWorkerData, ActivityWorkerReply, ActivityWorkerRequest } from './activity-worker.ts';
import {
  createExchangeIndex,
  type ExchangeIndex,
  type ExchangeNote,
  type ExchangeQueries,
} from './exchange-index.ts';

/** Asks the index of all exchanges, wherever it is. It is built with the first question. */
export interface ActivityReader {
  ask<Query extends keyof ExchangeQueries>(
    query: Query,
    ...given: Parameters<ExchangeQueries[Query]>
  ): Promise<ReturnType<ExchangeQueries[Query]>>;
  /** Passes the notes on to it. */
  note(changed: readonly ExchangeNote[]): void;
  close(): Promise<void>;
}

export interface ActivityReaderPorts {
  readonly summaries: Storage['summaries'];
  readonly workerUrl: URL;
  /** The machine's own: generations begin at it, so that no later index repeats one. */
  readonly clock: Clock;
  /** Everything that is noted, for an index that begins. */
  readonly notes: () => readonly ExchangeNote[];
}

/** Creates the reader: in a worker for a database, in this thread for data in memory. */
export function createActivityReader(ports: ActivityReaderPorts): ActivityReader {
  const { summaries } = ports;
  return summaries.kind === 'memory'
    ? inThisThread(summaries.source, ports)
    : inWorker(ports, summaries.directory, summaries.sealKey);
}

/** State in memory belongs to a test or to a short command: it is small. */
function inThisThread(
  source: SummarySource,
  { clock, notes }: Pick<ActivityReaderPorts, 'clock' | 'notes'>,
): ActivityReader {
  let index: ExchangeIndex | null = null;
  function current(): ExchangeIndex {
    if (index === null) {
      index = createExchangeIndex(clock.nowMillis());
      index.note(notes());
    }
    source.read(index.take);
    return index;
  }
  return {
    async ask<Query extends keyof ExchangeQueries>(
      query: Query,
      ...given: Parameters<ExchangeQueries[Query]>
    ) {
      const answer = current()[query] as (
        ...input: Parameters<ExchangeQueries[Query]>
      ) => ReturnType<ExchangeQueries[Query]>;
      return answer(...given);
    },
    note: (changed) => index?.note(changed),
    close: async () => source.close(),
  };
}

/** The worker ended before it answered: whatever ended it, the question is not to blame the first time. */
class WorkerEnded extends Error {}

interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Running {
  ask(query: keyof ExchangeQueries, given: unknown[]): Promise<unknown>;
  note(notes: readonly ExchangeNote[]): void;
  useKey(sealKey: Uint8Array): void;
  end(): Promise<void>;
}

function inWorker(
  { workerUrl, clock, notes }: ActivityReaderPorts,
  directory: string,
  sealKey: () => Uint8Array,
): ActivityReader {
  let running: Running | null = null;
  let isClosed = false;

  function current(): Running {
    if (isClosed) throw new GatehouseError('engine.stopped', 'The activity log is closed.');
    if (running === null) {
      const data = { directory, sealKey: sealKey(), notes: notes(), firstGeneration: clock.nowMillis() };
      running = startWorker(workerUrl, data, () => {
        running = null;
      });
    }
    // Asked each time: a rotation needs to tell nobody.
    running.useKey(sealKey());
    return running;
  }

  return {
    async ask<Query extends keyof ExchangeQueries>(
      query: Query,
      ...given: Parameters<ExchangeQueries[Query]>
    ) {
      const answer = await current()
        .ask(query, given)
        .catch((error: unknown) => {
          if (error instanceof WorkerEnded && !isClosed) return current().ask(query, given);
          throw error;
        });
      return answer as ReturnType<ExchangeQueries[Query]>;
    },
    note: (changed) => running?.note(changed),
    async close() {
      isClosed = true;
      await running?.end();
    },
  };
}

function startWorker(url: URL, data: ActivityWorkerData, onEnd: () => void): Running {
  const waiting = new Map<number, Waiter>();
  let usedKey = data.sealKey;
  let lastId = 0;
  const isolate = startThread<ActivityWorkerRequest, ActivityWorkerReply>({
    url,
    data,
    heap: threadHeaps.activity,
    ended(end) {
      onEnd();
      const cause = 'cause' in end ? end.cause : undefined;
      for (const { reject } of waiting.values())
        reject(new WorkerEnded('The activity worker ended.', { cause }));
      waiting.clear();
    },
    hear(reply) {
      const waiter = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.ok) waiter?.resolve(reply.value);
      else waiter?.reject(new Error(reply.message));
    },
  });
  const { tell } = isolate;
  return {
    ask(query, given) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        tell({ type: 'ask', id, query, given });
      });
    },
    note: (notes) => tell({ type: 'note', notes }),
    useKey(sealKey) {
      if (Buffer.compare(sealKey, usedKey) === 0) return;
      usedKey = sealKey;
      tell({ type: 'key', sealKey });
    },
    end: isolate.end,
  };
}
