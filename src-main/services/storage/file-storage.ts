import type { Worker } from 'node:worker_threads';
import { startBoundedThread, threadHeaps } from '#main/platform/isolates/index.ts';
import type {
  ExchangePage,
  ExchangeStore,
  RecordStore,
  Storage,
  StoredRecord,
  StoredUsage,
} from '#main/platform/ports.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import { Channel } from './channel.ts';
import type { OpenedMessage, StateReport, StorageWorkerData } from './protocol.ts';
import { WriteBuffer } from './write-buffer.ts';

/** The state on disk. */
export type FileStorage = Storage;

/**
 * Opens the state in its worker.
 * @throws state.unwritable, state.busy, state.newer, secret.key-invalid
 */
export async function openFileStorage(
  workerUrl: URL,
  data: StorageWorkerData,
  onFailure: (error: unknown) => void,
): Promise<FileStorage> {
  const worker = startBoundedThread(workerUrl, threadHeaps.storage, {
    workerData: data,
    stdout: false,
    stderr: false,
  });
  let report = await opened(worker);
  const channel = new Channel(worker);
  channel.onReport = (latest) => {
    report = latest;
  };
  const buffer = new WriteBuffer(channel, onFailure);
  let { sealKey } = data;
  let closing: Promise<void> | null = null;
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  return {
    get problems() {
      return report.problems;
    },
    get doubts() {
      return report.doubts;
    },
    records: recordStore(channel, buffer),
    sealed: {
      async rotateKey(newKey) {
        await buffer.commit();
        const sealed = await channel.ask<number>({ type: 'rotate-key', newKey });
        sealKey = newKey;
        return sealed;
      },
      async unopened() {
        await buffer.commit();
        return channel.ask<number>({ type: 'unopened' });
      },
      async forgetUnopened() {
        await buffer.commit();
        return channel.ask<number>({ type: 'forget-unopened' });
      },
    },
    exchanges: exchangeStore(channel, buffer),
    summaries: { kind: 'database', directory: data.directory, sealKey: () => sealKey },
    async sizeBytes() {
      await buffer.settle();
      return channel.ask<number>({ type: 'size' });
    },
    async shrink() {
      await buffer.settle();
      await channel.ask({ type: 'shrink' });
    },
    close() {
      closing ??= (async () => {
        const failure = await buffer.settle();
        buffer.dispose();
        // Closes the database even if something could not be written, so that the next process can open it.
        if (!channel.isDead) await channel.ask({ type: 'close' });
        await exited;
        if (failure !== null) throw failure;
      })();
      return closing;
    },
  };
}

function opened(worker: Worker): Promise<StateReport> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: OpenedMessage) => {
      worker.off('error', reject);
      if (message.opened) resolve(message);
      else reject(GatehouseError.fromProblem(message.problem));
    });
  });
}

function exchangeStore(channel: Channel, buffer: WriteBuffer): ExchangeStore {
  const listeners = new Listeners();
  buffer.onExchanges = listeners.tell;
  return {
    append: (exchanges) => buffer.addExchanges(exchanges),
    lost: () => buffer.lostExchanges,
    async get(id) {
      const failure = await buffer.settle();
      const found = await channel.ask<Exchange | null>({ type: 'exchange', id });
      // It may be one of those that cannot be written.
      if (found === null && failure !== null) throw failure;
      return found;
    },
    async page(query) {
      await buffer.settle();
      return channel.ask<ExchangePage>({ type: 'exchange-page', query });
    },
    async usage() {
      await buffer.settle();
      return channel.ask<StoredUsage>({ type: 'exchange-usage' });
    },
    async count() {
      await buffer.settle();
      return (await channel.ask<StoredUsage>({ type: 'exchange-usage' })).count;
    },
    async retain(bounds, sinceMillis) {
      await buffer.settle();
      await channel.ask({ type: 'exchange-retain', bounds, sinceMillis });
      listeners.tell();
    },
    async clear() {
      // Exchanges that wait for room go with the others: a full disk is a reason to clear them.
      await buffer.dropExchanges();
      await channel.ask({ type: 'exchange-clear' });
      listeners.tell();
    },
    onWritten: listeners.add,
  };
}

function recordStore(channel: Channel, buffer: WriteBuffer): RecordStore {
  return {
    put(kind, id, value, options = {}) {
      const { expiresAtMillis = null, sealed = false, inGroups = false } = options;
      if (inGroups) return buffer.addToGroup(kind, id, value, expiresAtMillis);
      buffer.add({ op: 'put', kind, id, json: JSON.stringify(value), sealed, expiresAtMillis });
    },
    remove: (kind, id) => buffer.add({ op: 'remove', kind, id }),
    commit: () => buffer.commit(),
    isStuck: () => buffer.isStuck,
    async get<T>(kind: string, id: string) {
      await buffer.commitRecords();
      return channel.ask<T | null>({ type: 'get', kind, id });
    },
    async list<T>(kind: string) {
      await buffer.commitRecords();
      return channel.ask<readonly StoredRecord<T>[]>({ type: 'list', kind });
    },
    async usage(kinds) {
      await buffer.commitRecords();
      return channel.ask<StoredUsage>({ type: 'record-usage', kinds });
    },
    async clear(kinds) {
      await buffer.commitRecords();
      return channel.ask<number>({ type: 'record-clear', kinds });
    },
    async purgeExpired(nowMillis) {
      await buffer.commitRecords();
      return channel.ask<number>({ type: 'purge-expired', nowMillis });
    },
  };
}
