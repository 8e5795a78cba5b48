import { Worker } from 'node:worker_threads';
import type { Isolate, IsolateEnd, IsolateOptions } from './isolate.ts';

/**
 * How long messages that came while this thread was busy are still heard before a deadline counts as passed, in
 * milliseconds.
 */
const hearingMillis = 100;

/**
 * Starts an isolate as a thread. What stands behind it is known here alone: a process has the same start, deadline,
 * bound of its heap, and end.
 */
export function startIsolate<Told, Tells>(options: IsolateOptions<Tells>): Isolate<Told> {
  const { url, data, maxHeapMebibytes, youngMebibytes } = options;
  const worker = new Worker(url, {
    workerData: data,
    resourceLimits: {
      maxOldGenerationSizeMb: maxHeapMebibytes,
      ...(youngMebibytes === undefined ? {} : { maxYoungGenerationSizeMb: youngMebibytes }),
    },
  });
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

/** A time after which something has to be heard; each time that it is, it begins anew. */
function createDeadline(passed: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let hearing: NodeJS.Timeout | undefined;
  let millis: number | null = null;

  function begin(): void {
    clearTimeout(timer);
    clearTimeout(hearing);
    if (millis === null) return;
    timer = setTimeout(() => {
      hearing = setTimeout(passed, hearingMillis);
    }, millis);
    timer.unref();
  }

  return {
    set(next: number | null): void {
      millis = next;
      begin();
    },
    heard(): void {
      if (millis !== null) begin();
    },
  };
}
