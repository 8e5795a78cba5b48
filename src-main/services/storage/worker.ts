import { parentPort, workerData } from 'node:worker_threads';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { openState } from './database.ts';
import type { StorageReply, StorageRequest, StorageWorkerData } from './protocol.ts';
import { createKeyring, sealedValues } from './sealed-values.ts';
import { exchangeTable, recordTable } from './tables.ts';

/** Entry of the storage worker: the only thread that touches the database. */
function serve(data: StorageWorkerData): {
  problems: readonly Problem[];
  answer: (request: StorageRequest) => unknown;
} {
  const sealer = createKeyring(data.sealKey);
  const { database, problems, release } = openState(data.directory, data.durability);
  const sealed = sealedValues(database, sealer);
  const records = recordTable(database, sealer);
  const exchanges = exchangeTable(database, sealer, data);

  function write(request: Extract<StorageRequest, { type: 'write' }>): void {
    database.exec('BEGIN IMMEDIATE');
    try {
      for (const operation of request.operations) records.write(operation);
      for (const packed of request.exchanges) exchanges.append(packed);
      if (request.exchanges.length > 0) exchanges.trim();
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }

  function answer(request: StorageRequest): unknown {
    switch (request.type) {
      case 'write':
        return write(request);
      case 'get':
        return records.get(request.kind, request.id);
      case 'list':
        return records.list(request.kind);
      case 'purge-expired':
        return records.purgeExpired(request.nowMillis);
      case 'exchange':
        return exchanges.get(request.id);
      case 'exchange-page':
        return exchanges.page(request.query);
      case 'exchange-count':
        return exchanges.count();
      case 'exchange-clear':
        return exchanges.clear();
      case 'rotate-key':
        return sealed.rotateKey(request.newKey);
      case 'forget-unopened': {
        const forgotten = sealed.forgetUnopened();
        exchanges.recount();
        return forgotten;
      }
      case 'close':
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

const port = parentPort;
if (port !== null) {
  try {
    const { problems, answer } = serve(workerData as StorageWorkerData);
    port.on('message', ({ id, request }: { id: number; request: StorageRequest }) => {
      let reply: StorageReply;
      try {
        reply = { ok: true, value: answer(request) };
      } catch (error) {
        reply = { ok: false, problem: toProblem(error) };
      }
      port.postMessage({ id, reply });
      if (request.type === 'close') port.close();
    });
    port.postMessage({ opened: true, problems });
  } catch (error) {
    port.postMessage({ opened: false, problem: toProblem(error) });
    port.close();
  }
}
