import { Worker } from 'node:worker_threads';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Problem } from '#shared/errors/problem.ts';

/** How long a worker that has nothing to do is kept: what it holds is given back to the system with it. */
const idleMillis = 30_000;

/** What a worker can do: each task with what it takes and what it gives. */
export type TaskMap<Tasks> = { readonly [Name in keyof Tasks]: (input: never) => unknown };
type Input<Tasks extends TaskMap<Tasks>, Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
type Output<Tasks extends TaskMap<Tasks>, Name extends keyof Tasks> = ReturnType<Tasks[Name]>;

/** How a caller follows a task and stops it. */
export interface TaskOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number | null) => void;
}

/** What the worker is told. */
export type TaskRequest =
  | { readonly kind: 'run'; readonly id: number; readonly name: PropertyKey; readonly input: unknown }
  | { readonly kind: 'stop'; readonly id: number };

/** What the worker tells. */
export type TaskMessage =
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number | null }
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: Problem };

/** Does heavy work in a thread of its own, several tasks beside each other. */
export interface TaskWorker<Tasks extends TaskMap<Tasks>> {
  run<Name extends keyof Tasks>(
    name: Name,
    input: Input<Tasks, Name>,
    options?: TaskOptions,
  ): Promise<Output<Tasks, Name>>;
  close(): Promise<void>;
}

export interface TaskWorkerOptions {
  readonly url: URL;
  readonly maxHeapMebibytes: number;
  /** Space for what dies young; absent: that of the platform. */
  readonly youngMebibytes?: number;
  /** What the thread finds as its `workerData`. */
  readonly data?: unknown;
  /** Why a task failed whose thread ended. */
  lost(cause: unknown): GatehouseError;
  stopped(): GatehouseError;
}

interface Pending {
  resolve(output: unknown): void;
  reject(error: GatehouseError): void;
  readonly onProgress: (done: number, total: number | null) => void;
}

/**
 * Makes the worker; its thread starts with the first task and ends when it rests. A task rejects with the problem
 * that it met, with `stopped` when it was aborted, and with `lost` when the thread died.
 */
export function createTaskWorker<Tasks extends TaskMap<Tasks>>(
  options: TaskWorkerOptions,
): TaskWorker<Tasks> {
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function start(): Worker {
    const { url, data, maxHeapMebibytes, youngMebibytes } = options;
    const started = new Worker(url, {
      workerData: data,
      resourceLimits: {
        maxOldGenerationSizeMb: maxHeapMebibytes,
        ...(youngMebibytes === undefined ? {} : { maxYoungGenerationSizeMb: youngMebibytes }),
      },
    });
    started.on('message', (message: TaskMessage) => {
      const task = pending.get(message.id);
      if (message.kind === 'progress') return task?.onProgress(message.done, message.total);
      if (message.kind === 'done') task?.resolve(message.output);
      else task?.reject(GatehouseError.fromProblem(message.problem));
    });
    started.on('error', (cause) => lose(started, cause));
    started.on('exit', () => lose(started));
    return started;
  }

  function lose(lost: Worker, cause?: unknown): void {
    if (worker !== lost) return;
    worker = null;
    const error = options.lost(cause);
    for (const task of pending.values()) task.reject(error);
  }

  function rest(): void {
    if (pending.size > 0 || worker === null) return;
    worker.unref();
    idle = setTimeout(() => void end(), idleMillis);
    idle.unref();
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = null;
    await ended?.terminate();
  }

  function send(request: TaskRequest): void {
    worker?.postMessage(request);
  }

  return {
    async run<Name extends keyof Tasks>(
      name: Name,
      input: Input<Tasks, Name>,
      { signal, onProgress = () => {} }: TaskOptions = {},
    ) {
      if (isClosed || signal?.aborted === true) throw options.stopped();
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      lastId += 1;
      const id = lastId;
      const stop = () => send({ kind: 'stop', id });
      try {
        return await new Promise<Output<Tasks, Name>>((resolve, reject) => {
          // The worker answers a task with the output of that task.
          pending.set(id, { resolve, reject, onProgress });
          signal?.addEventListener('abort', stop);
          send({ kind: 'run', id, name, input });
        });
      } finally {
        signal?.removeEventListener('abort', stop);
        pending.delete(id);
        rest();
      }
    },
    async close() {
      isClosed = true;
      for (const task of pending.values()) task.reject(options.stopped());
      await end();
    },
  };
}
