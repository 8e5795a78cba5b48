import { startBoundedThread } from './bounded-thread.ts';
import { createDeadline } from './deadline.ts';
import type { Isolate, IsolateEnd, IsolateOptions } from './isolate.ts';

/** Starts an isolate as a thread of this process: it takes of the one cage that all its threads share. */
export function startThread<Told, Tells>(options: IsolateOptions<Tells>): Isolate<Told> {
  const worker = startBoundedThread(options.url, options.heap, { workerData: options.data });
  const deadline = createDeadline(() => finish({ why: 'deadline' }));
  let isOver = false;

  function finish(end: IsolateEnd): void {
    if (isOver) return;
    isOver = true;
    deadline.set(null);
    void worker.terminate();
    options.ended(end);
  }

  worker.on('message', (message: Tells) => {
    if (isOver) return;
    deadline.heard();
    options.hear(message);
  });
  worker.on('error', (cause) => finish({ why: isMemory(cause) ? 'memory' : 'broken', cause }));
  worker.on('exit', () => finish({ why: 'broken' }));

  return {
    tell: (message) => worker.postMessage(message),
    expectWithin: deadline.set,
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    async end() {
      finish({ why: 'asked' });
      await worker.terminate();
    },
  };
}

function isMemory(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
