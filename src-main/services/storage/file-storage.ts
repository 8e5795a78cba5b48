import { Worker } from 'node:worker_threads';
import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import type {
  ExchangePage,
  ExchangeStore,
  RecordStore,
  Storage,
  StoredRecord,
  StoredUsage,
} from '#main/platform/ports.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import type { StorageReply, StorageRequest, StorageWorkerData, WriteOperation } from './protocol.ts';

/** Longest time that a buffered write waits before it is on its way, in milliseconds. */
const flushAfterMillis = 40;
/** Exchanges that may wait for the worker; more are not kept, and counted. */
const mostWaitingExchanges = 20_000;
/** Pause before a write that failed is tried again, in milliseconds. */
const retryAfterMillis = 1_000;

/** The state on disk, and what was found when it was opened. */
export interface FileStorage extends Storage {
  readonly problems: readonly Problem[];
}

/** Requests to the worker and its replies, matched by number. */
class Channel {
  readonly #worker: Worker;
  readonly #waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: unknown) => void }
  >();
  #next = 0;
  #dead: GatehouseError | null = null;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', ({ id, reply }: { id: number; reply: StorageReply }) => {
      const waiter = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (reply.ok) waiter?.resolve(reply.value);
      else waiter?.reject(GatehouseError.fromProblem(reply.problem));
    });
    const fail = (cause?: unknown) => {
      this.#dead = new GatehouseError('engine.stopped', 'The storage worker has ended.', { cause });
      for (const waiter of this.#waiting.values()) waiter.reject(this.#dead);
      this.#waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', () => fail());
  }

  get isDead(): boolean {
    return this.#dead !== null;
  }

  ask<T>(request: StorageRequest): Promise<T> {
    if (this.#dead !== null) return Promise.reject(this.#dead);
    const id = (this.#next += 1);
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#worker.postMessage({ id, request });
    });
  }
}

/**
 * Buffers writes and sends them as transactions: one in flight at a time, so that whatever arrives meanwhile shares
 * the next (group commit).
 */
class WriteBuffer {
  readonly #channel: Channel;
  readonly #onFailure: (error: unknown) => void;
  /** Called after exchanges were committed. */
  onExchanges: () => void = () => undefined;
  #operations: WriteOperation[] = [];
  #exchanges: PackedExchange[] = [];
  #inFlight: Promise<void> | null = null;
  #queued: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(channel: Channel, onFailure: (error: unknown) => void) {
    this.#channel = channel;
    this.#onFailure = onFailure;
  }

  add(operation: WriteOperation): void {
    this.#operations.push(operation);
    this.#schedule();
  }

  /** Returns how many were not taken: what a worker that falls behind has to write is bounded. */
  addExchanges(exchanges: readonly PackedExchange[]): number {
    const room = Math.max(0, mostWaitingExchanges - this.#exchanges.length);
    for (const exchange of exchanges.slice(0, room)) this.#exchanges.push(exchange);
    this.#schedule();
    return Math.max(0, exchanges.length - room);
  }

  #schedule(afterMillis = flushAfterMillis): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.commit().catch(this.#onFailure);
    }, afterMillis);
  }

  /** Resolves when all that was added before is committed. */
  commit(): Promise<void> {
    if (this.#operations.length === 0 && this.#exchanges.length === 0)
      return this.#queued ?? this.#inFlight ?? Promise.resolve();
    if (this.#inFlight === null) return this.#send();
    this.#queued ??= this.#inFlight.then(
      () => this.#sendQueued(),
      () => this.#sendQueued(),
    );
    return this.#queued;
  }

  #sendQueued(): Promise<void> {
    this.#queued = null;
    return this.#send();
  }

  #send(): Promise<void> {
    if (this.#operations.length === 0 && this.#exchanges.length === 0)
      return this.#inFlight ?? Promise.resolve();
    const operations = this.#operations;
    const exchanges = this.#exchanges;
    this.#operations = [];
    this.#exchanges = [];
    const sent = this.#channel.ask<void>({ type: 'write', operations, exchanges });
    const done = sent
      .then(() => {
        if (exchanges.length > 0) this.onExchanges();
      })
      .catch((error: unknown) => {
        // Who waits is told; what was written is kept and tried again, so that a full disk loses nothing.
        this.#operations = [...operations, ...this.#operations];
        if (!this.#channel.isDead) this.#schedule(retryAfterMillis);
        throw error;
      })
      .finally(() => {
        if (this.#inFlight === done) this.#inFlight = null;
      });
    this.#inFlight = done;
    return done;
  }
}

/**
 * Opens the state in its worker.
 * @throws state.unwritable, state.busy, state.newer, secret.key-invalid
 */
export async function openFileStorage(
  workerUrl: URL,
  data: StorageWorkerData,
  onFailure: (error: unknown) => void,
): Promise<FileStorage> {
  const worker = new Worker(workerUrl, { workerData: data, stdout: false, stderr: false });
  const problems = await opened(worker);
  const channel = new Channel(worker);
  const buffer = new WriteBuffer(channel, onFailure);
  const settled = async () => {
    await buffer.commit();
  };
  let { sealKey } = data;
  let closing: Promise<void> | null = null;
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  return {
    problems,
    records: recordStore(channel, buffer),
    sealed: {
      async rotateKey(newKey) {
        await settled();
        const sealed = await channel.ask<number>({ type: 'rotate-key', newKey });
        sealKey = newKey;
        return sealed;
      },
      async unopened() {
        await settled();
        return channel.ask<number>({ type: 'unopened' });
      },
      async forgetUnopened() {
        await settled();
        return channel.ask<number>({ type: 'forget-unopened' });
      },
    },
    exchanges: exchangeStore(channel, buffer),
    summaries: { kind: 'database', directory: data.directory, sealKey: () => sealKey },
    async sizeBytes() {
      await settled();
      return channel.ask<number>({ type: 'size' });
    },
    async shrink() {
      await settled();
      await channel.ask({ type: 'shrink' });
    },
    close() {
      closing ??= (async () => {
        await settled();
        await channel.ask({ type: 'close' });
        await exited;
      })();
      return closing;
    },
  };
}

function opened(worker: Worker): Promise<readonly Problem[]> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once(
      'message',
      (message: { opened: true; problems: Problem[] } | { opened: false; problem: Problem }) => {
        worker.off('error', reject);
        if (message.opened) resolve(message.problems);
        else reject(GatehouseError.fromProblem(message.problem));
      },
    );
  });
}

function exchangeStore(channel: Channel, buffer: WriteBuffer): ExchangeStore {
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  buffer.onExchanges = changed;
  return {
    append: (exchanges) => buffer.addExchanges(exchanges),
    async get(id) {
      await buffer.commit();
      return channel.ask<Exchange | null>({ type: 'exchange', id });
    },
    async page(query) {
      await buffer.commit();
      return channel.ask<ExchangePage>({ type: 'exchange-page', query });
    },
    async usage() {
      await buffer.commit();
      return channel.ask<StoredUsage>({ type: 'exchange-usage' });
    },
    async count() {
      await buffer.commit();
      return (await channel.ask<StoredUsage>({ type: 'exchange-usage' })).count;
    },
    async retain(bounds, sinceMillis) {
      await buffer.commit();
      await channel.ask({ type: 'exchange-retain', bounds, sinceMillis });
      changed();
    },
    async clear() {
      await buffer.commit();
      await channel.ask({ type: 'exchange-clear' });
      changed();
    },
    onWritten(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function recordStore(channel: Channel, buffer: WriteBuffer): RecordStore {
  return {
    put(kind, id, value, options = {}) {
      const { expiresAtMillis = null, sealed = false } = options;
      buffer.add({ op: 'put', kind, id, json: JSON.stringify(value), sealed, expiresAtMillis });
    },
    remove: (kind, id) => buffer.add({ op: 'remove', kind, id }),
    commit: () => buffer.commit(),
    async get<T>(kind: string, id: string) {
      await buffer.commit();
      return channel.ask<T | null>({ type: 'get', kind, id });
    },
    async list<T>(kind: string) {
      await buffer.commit();
      return channel.ask<readonly StoredRecord<T>[]>({ type: 'list', kind });
    },
    async usage(kinds) {
      await buffer.commit();
      return channel.ask<StoredUsage>({ type: 'record-usage', kinds });
    },
    async clear(kinds) {
      await buffer.commit();
      return channel.ask<number>({ type: 'record-clear', kinds });
    },
    async purgeExpired(nowMillis) {
      await buffer.commit();
      return channel.ask<number>({ type: 'purge-expired', nowMillis });
    },
  };
}
