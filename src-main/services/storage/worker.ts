import { parentPort, workerData } from 'node:worker_threads';
import {
  buffersOf,
  type OpenedMessage,
  type StorageReply,
  type StorageRequest,
  type StorageWorkerData,
  type WorkerMessage,
} from './protocol.ts';
import { problemOf, serveState } from './serving.ts';

/** The answer to a failed request, with its payload. */
function refusal(request: StorageRequest, error: unknown): StorageReply {
  const problem = problemOf(error);
  return request.type === 'write' ? { ok: false, problem, blocks: request.blocks } : { ok: false, problem };
}

/** Entry of the storage worker: the only thread that writes to the database. */
const port = parentPort;
if (port !== null) {
  const tell = (message: OpenedMessage | WorkerMessage, moved: readonly ArrayBuffer[] = []) =>
    port.postMessage(message, moved);
  try {
    const serving = serveState(workerData as StorageWorkerData, (report) => tell({ report }));
    port.on('message', ({ id, request }: { id: number; request: StorageRequest }) => {
      let reply: StorageReply;
      try {
        reply = { ok: true, value: serving.answer(request) };
      } catch (error) {
        reply = refusal(request, error);
      }
      tell({ id, reply }, reply.ok ? [] : buffersOf(reply.blocks ?? []));
      if (request.type === 'close') port.close();
    });
    tell({ opened: true, ...serving.report() });
  } catch (error) {
    tell({ opened: false, problem: problemOf(error) });
    port.close();
  }
}
