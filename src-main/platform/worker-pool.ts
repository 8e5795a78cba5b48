import { Worker } from 'node:worker_threads';
import { GatehouseError } from '#shared/errors/index.ts';

export interface WorkerPoolOptions {
  readonly url: URL;
  readonly size: number;
  /** A task that takes longer is killed with its worker, in milliseconds. */
  readonly timeoutMillis: number;
  /** Heap of one worker; more ends it, in MiB. */
  readonly maxHeapMebibytes: number;
}

/** Workers that take one task at a time and can be killed; started when they are needed. */
export interface WorkerPool<Task, Result> {
  /** @throws api.internal when the task took too long or its worker died, engine.stopped when it was aborted. */
  run(task: Task, signal?: AbortSignal): Promise<Result>;
  close(): Promise<void>;
}

/** Makes a pool of workers over one entry file that answers each message with one message. */
export function createWorkerPool<Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> {
  const idle: Worker[] = [];
  const waiting: (() => void)[] = [];
  const all = new Set<Worker>();
  let isClosed = false;

  function start(): Worker {
    const worker = new Worker(options.url, {
      resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMebibytes },
    });
    all.add(worker);
    worker.unref();
    return worker;
  }

  async function take(): Promise<Worker> {
    for (;;) {
      if (isClosed) throw stopped();
      const free = idle.pop();
      if (free !== undefined) return free;
      if (all.size < options.size) return start();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  function giveBack(worker: Worker): void {
    if (all.has(worker)) idle.push(worker);
    waiting.shift()?.();
  }

  function kill(worker: Worker): void {
    all.delete(worker);
    void worker.terminate();
  }

  async function run(task: Task, signal?: AbortSignal): Promise<Result> {
    const worker = await take();
    // It may have waited for its turn: nobody hears any more of a signal that has been given.
    if (signal?.aborted === true) {
      giveBack(worker);
      throw stopped();
    }
    try {
      return await answer<Task, Result>(worker, task, options.timeoutMillis, signal);
    } catch (error) {
      kill(worker);
      throw error;
    } finally {
      giveBack(worker);
    }
  }

  return {
    run,
    async close() {
      isClosed = true;
      for (const wake of waiting.splice(0)) wake();
      await Promise.all([...all].map((worker) => worker.terminate()));
      all.clear();
    },
  };
}

function answer<Task, Result>(
  worker: Worker,
  task: Task,
  timeoutMillis: number,
  signal?: AbortSignal,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      // One by one: the worker has listeners of its own, by which it keeps its port open.
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal?.removeEventListener('abort', onAbort);
      worker.unref();
      act();
    };
    const fail = (message: string, cause?: unknown) =>
      settle(() => reject(new GatehouseError('api.internal', message, { cause })));
    const onMessage = (result: Result) => settle(() => resolve(result));
    const onError = (cause: unknown) => fail('The worker failed.', cause);
    const onExit = () => fail('The worker ended.');
    const onAbort = () => settle(() => reject(stopped()));
    const timer = setTimeout(
      () => fail(`The work took longer than ${timeoutMillis} ms and was stopped.`),
      timeoutMillis,
    );
    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal?.addEventListener('abort', onAbort);
    worker.postMessage(task);
  });
}

function stopped(): GatehouseError {
  return new GatehouseError('engine.stopped', 'The work was stopped.');
}
