import { GatehouseError } from '#shared/errors/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import type { HeapBound, Isolate, IsolateEnd, StartIsolate } from './isolates/index.ts';

/** How long an idle worker is kept; its memory is returned to the system with it. */
const idleMillis = 30_000;
/** How long a worker may take until it begins with its first task: on a busy machine a process takes seconds to start. */
const usualStartMillis = 60_000;
/** How long a worker may not be heard of while it works, in milliseconds: by then it is within something without end. */
const usualSilenceMillis = 15_000;
/** How long a task that is stopped may take to end by itself, in milliseconds. */
const usualGraceMillis = 500;

/** The tasks of a worker, each with its input and output. */
export type TaskMap<Tasks> = { readonly [Name in keyof Tasks]: (input: never) => unknown };
type Input<Tasks extends TaskMap<Tasks>, Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
type Output<Tasks extends TaskMap<Tasks>, Name extends keyof Tasks> = ReturnType<Tasks[Name]>;

/** How a caller follows a task and stops it. */
export interface TaskOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number | null) => void;
}

/** Messages to the worker. */
export type TaskRequest =
  | { readonly kind: 'run'; readonly id: number; readonly name: PropertyKey; readonly input: unknown }
  | { readonly kind: 'stop'; readonly id: number };

/** Messages from the worker. */
export type TaskMessage =
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number | null }
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: Problem }
  /** It still takes messages in. */
  | { readonly kind: 'beat' };

/** Does heavy work beside the engine, several tasks beside each other. */
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
  readonly start: StartIsolate;
  readonly heap: HeapBound;
  /** Data that the worker receives at its start. */
  readonly data?: unknown;
  /** How long the worker may take until it begins with its first task, in milliseconds; absent: 60,000. */
  readonly startMillis?: number;
  /** How long the worker may not be heard of while it works, in milliseconds; absent: 15,000. */
  readonly silenceMillis?: number;
  /** How long a task that is stopped may take to end by itself, in milliseconds; absent: 500. */
  readonly graceMillis?: number;
  /** Why a task failed whose worker ended. */
  lost(cause: unknown): GatehouseError;
  /** Why a task failed that did not let its worker be heard of in time. */
  tooSlow(input: unknown, silenceMillis: number): GatehouseError;
  stopped(): GatehouseError;
}

/**
 * Makes the worker; its isolate starts with the first task and ends when it rests. A task rejects with the problem
 * that it met, with `stopped` when it was aborted, with `tooSlow` when it kept its isolate busy for too long, with
 * `lost` when that died, and with `engine.unresponsive` when it was aborted and the isolate had to be ended.
 */
export function createTaskWorker<Tasks extends TaskMap<Tasks>>(
  options: TaskWorkerOptions,
): TaskWorker<Tasks> {
  const dispatcher = new TaskDispatcher(options);
  return {
    run: <Name extends keyof Tasks>(name: Name, input: Input<Tasks, Name>, following?: TaskOptions) =>
      // The worker answers a task with the output of that task.
      dispatcher.run(name, input, following) as Promise<Output<Tasks, Name>>,
    close: () => dispatcher.close(),
  };
}

interface Task {
  readonly id: number;
  readonly name: PropertyKey;
  readonly input: unknown;
  resolve(output: unknown): void;
  reject(error: GatehouseError): void;
  readonly onProgress: (done: number, total: number | null) => void;
}

/** The tasks of one worker and its isolate. A class because of its many states. */
class TaskDispatcher {
  readonly #options: TaskWorkerOptions;
  readonly #waiting: Task[] = [];
  readonly #sent = new Map<number, Task>();
  #isolate: Isolate<TaskRequest> | null = null;
  /** True once the isolate was heard of: until then it starts, which is not the silence of a task. */
  #hasBegun = false;
  /** It ended under several tasks: they are tried one by one, so that it is seen which of them ends it. */
  #isCautious = false;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: TaskWorkerOptions) {
    this.#options = options;
  }

  async run(
    name: PropertyKey,
    input: unknown,
    { signal, onProgress = () => {} }: TaskOptions = {},
  ): Promise<unknown> {
    if (this.#isClosed || signal?.aborted === true) throw this.#options.stopped();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#lastId += 1;
    const task: Task = { id: this.#lastId, name, input, resolve, reject, onProgress };
    let grace: NodeJS.Timeout | undefined;
    const stop = () => {
      grace = this.#stop(task);
    };
    signal?.addEventListener('abort', stop);
    this.#waiting.push(task);
    this.#dispatch();
    try {
      return await promise;
    } finally {
      clearTimeout(grace);
      signal?.removeEventListener('abort', stop);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    const left = [...this.#waiting.splice(0), ...this.#sent.values()];
    this.#sent.clear();
    for (const task of left) task.reject(this.#options.stopped());
    const isolate = this.#isolate;
    this.#isolate = null;
    await isolate?.end();
  }

  #dispatch(): void {
    if (this.#waiting.length === 0 && this.#sent.size === 0) return this.#rest();
    if (this.#waiting.length === 0) return;
    clearTimeout(this.#idle);
    this.#isolate ??= this.#start();
    this.#isolate.hold(true);
    if (this.#sent.size === 0) this.#isolate.expectWithin(this.#expectedMillis);
    if (this.#isCautious && this.#sent.size > 0) return;
    for (const task of this.#waiting.splice(0, this.#isCautious ? 1 : this.#waiting.length)) {
      this.#sent.set(task.id, task);
      this.#isolate.tell({ kind: 'run', id: task.id, name: task.name, input: task.input });
    }
  }

  get #silenceMillis(): number {
    return this.#options.silenceMillis ?? usualSilenceMillis;
  }

  get #expectedMillis(): number {
    return this.#hasBegun ? this.#silenceMillis : (this.#options.startMillis ?? usualStartMillis);
  }

  #start(): Isolate<TaskRequest> {
    this.#hasBegun = false;
    const { url, data, heap, start } = this.#options;
    const isolate: Isolate<TaskRequest> = start<TaskRequest, TaskMessage>({
      url,
      data,
      heap,
      hear: (message) => this.#hear(message),
      ended: (end) => isolate === this.#isolate && this.#lose(end),
    });
    return isolate;
  }

  #hear(message: TaskMessage): void {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#isolate?.expectWithin(this.#silenceMillis);
    }
    if (message.kind === 'beat') return;
    const task = this.#sent.get(message.id);
    if (message.kind === 'progress') return task?.onProgress(message.done, message.total);
    this.#sent.delete(message.id);
    if (message.kind === 'done') task?.resolve(message.output);
    else task?.reject(GatehouseError.fromProblem(message.problem));
    this.#dispatch();
  }

  /** The isolate is over: a task that was alone in it has ended it, of several each is tried again alone. */
  #lose(end: IsolateEnd): void {
    this.#isolate = null;
    const under = [...this.#sent.values()];
    this.#sent.clear();
    const [only] = under;
    if (under.length === 1 && only !== undefined && end.why !== 'asked')
      only.reject(
        end.why === 'deadline'
          ? this.#options.tooSlow(only.input, this.#expectedMillis)
          : this.#options.lost(end.cause),
      );
    else {
      this.#isCautious ||= under.length > 1 && end.why !== 'asked';
      this.#waiting.unshift(...under);
    }
    this.#dispatch();
  }

  /** Asks a task to end, and ends its isolate where it does not; gives what waits for that. */
  #stop(task: Task): NodeJS.Timeout | undefined {
    const at = this.#waiting.indexOf(task);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
      task.reject(this.#options.stopped());
      return undefined;
    }
    this.#isolate?.tell({ kind: 'stop', id: task.id });
    return setTimeout(() => this.#endWith(task), this.#options.graceMillis ?? usualGraceMillis);
  }

  #endWith(task: Task): void {
    if (!this.#sent.delete(task.id)) return this.#reject(task);
    task.reject(unresponsive());
    void this.#isolate?.end();
  }

  /** It went back to those that wait: its isolate ended before it did. */
  #reject(task: Task): void {
    const at = this.#waiting.indexOf(task);
    if (at >= 0) this.#waiting.splice(at, 1);
    task.reject(unresponsive());
  }

  #rest(): void {
    this.#isCautious = false;
    if (this.#isolate === null) return;
    this.#isolate.expectWithin(null);
    this.#isolate.hold(false);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const isolate = this.#isolate;
      this.#isolate = null;
      void isolate?.end();
    }, idleMillis);
    this.#idle.unref();
  }
}

function unresponsive(): GatehouseError {
  return new GatehouseError('engine.unresponsive', 'The job did not stop and was terminated.', {
    fix: 'Start it again. If only one file causes this, leave that file out.',
  });
}
