import { parentPort, workerData } from 'node:worker_threads';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { releaseBlock } from './block-store.ts';
import { openState, stateSizeBytes } from './database.ts';
import { exchangeTable } from './exchange-table.ts';
import { convertFormerExchanges } from './former-exchanges.ts';
import {
  buffersOf,
  type StorageReply,
  type StorageRequest,
  type StorageWorkerData,
  type WriteRequest,
} from './protocol.ts';
import { recordTable } from './record-table.ts';
import { rollBack } from './roll-back.ts';
import { createKeyring, sealedValues } from './sealed-values.ts';
import { createShrinking } from './shrinking.ts';

/** Pause before small blocks are joined, in milliseconds. */
const joinAfterMillis = 25;

/** Joins small blocks one step at a time; between the steps whatever waits is answered. */
function createJoiner(join: () => boolean): { readonly later: () => void; readonly stop: () => void } {
  let timer: NodeJS.Timeout | null = null;
  function later(): void {
    timer ??= setTimeout(() => {
      timer = null;
      try {
        if (join()) later();
      } catch {
        // The disk is full, say: what was written stays as it is, and the next write tries again.
      }
    }, joinAfterMillis);
  }
  return {
    later,
    stop: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Entry of the storage worker: the only thread that writes to the database. */
function serve(data: StorageWorkerData): {
  problems: readonly Problem[];
  answer: (request: StorageRequest) => unknown;
} {
  const sealer = createKeyring(data.sealKey);
  const { database, problems, release } = openState(data.directory, data.durability);
  const sealed = sealedValues(database, sealer);
  const records = recordTable(database, sealer);
  const exchanges = exchangeTable(database, sealer, data);
  const { wiping, clearing, shrink } = createShrinking(database);

  convertFormerExchanges(database, sealer, exchanges.append);

  /** All or nothing; what stands in memory about the exchanges is read again after nothing. */
  function transaction<T>(change: () => T): T {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = change();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      rollBack(database);
      exchanges.reload();
      throw error;
    }
  }

  function write({ operations, groups, blocks, imported }: WriteRequest): void {
    const hasExchanges = blocks.length > 0 || imported.length > 0;
    transaction(() => {
      records.write(operations, groups);
      if (hasExchanges) exchanges.write(blocks, imported);
    });
    // Not before: what is rolled back is handed back.
    blocks.forEach(releaseBlock);
    if (hasExchanges) joiner.later();
  }

  const joiner = createJoiner(() => transaction(exchanges.join));

  function answer(request: StorageRequest): unknown {
    switch (request.type) {
      case 'write':
        return write(request);
      case 'get':
        return records.get(request.kind, request.id);
      case 'list':
        return records.list(request.kind);
      case 'record-usage':
        return records.usage(request.kinds);
      case 'record-clear':
        return wiping(() => transaction(() => records.clear(request.kinds)));
      case 'purge-expired':
        return records.purgeExpired(request.nowMillis);
      case 'exchange':
        return exchanges.get(request.id);
      case 'exchange-page':
        return exchanges.page(request.query);
      case 'exchange-usage':
        return exchanges.usage();
      case 'exchange-retain':
        return transaction(() => exchanges.retain(request.bounds, request.sinceMillis));
      case 'exchange-clear':
        return clearing(() => transaction(exchanges.clear));
      case 'rotate-key':
        return sealed.rotateKey(request.newKey);
      case 'unopened':
        return sealed.unopened();
      case 'forget-unopened': {
        const forgotten = sealed.forgetUnopened();
        exchanges.reload();
        return forgotten;
      }
      case 'size':
        return stateSizeBytes(data.directory);
      case 'shrink':
        return shrink();
      case 'close':
        joiner.stop();
        database.close();
        release();
        return null;
    }
  }
  return { problems: [...problems, ...sealed.problems()], answer };
}

function toProblem(error: unknown): Problem {
  if (error instanceof GatehouseError) return error.toProblem();
  const cause = error instanceof Error ? error.message : String(error);
  return {
    code: 'state.unwritable',
    severity: 'error',
    message: 'The state could not be written or read.',
    cause,
  };
}

/** The answer to a request that failed, with what it had brought. */
function refusal(request: StorageRequest, error: unknown): StorageReply {
  const problem = toProblem(error);
  return request.type === 'write' ? { ok: false, problem, blocks: request.blocks } : { ok: false, problem };
}

const port = parentPort;
if (port !== null) {
  try {
    const { problems, answer } = serve(workerData as StorageWorkerData);
    port.on('message', ({ id, request }: { id: number; request: StorageRequest }) => {
      let reply: StorageReply;
      try {
        reply = { ok: true, value: answer(request) };
      } catch (error) {
        reply = refusal(request, error);
      }
      port.postMessage({ id, reply }, reply.ok ? [] : buffersOf(reply.blocks ?? []));
      if (request.type === 'close') port.close();
    });
    port.postMessage({ opened: true, problems });
  } catch (error) {
    port.postMessage({ opened: false, problem: toProblem(error) });
    port.close();
  }
}
