import { GatehouseError } from '#shared/errors/index.ts';
import type { HeapBound, Isolate, IsolateEnd, StartIsolate } from './isolates/index.ts';

export interface WorkerPoolOptions {
  readonly url: URL;
  readonly size: number;
  readonly start: StartIsolate;
  /** A task that takes longer is killed with its worker, in milliseconds. */
  readonly timeoutMillis: number;
  /** Of one worker; more ends it. */
  readonly heap: HeapBound;
}

/** Workers that take one task at a time and can be killed; started when they are needed. */
export interface WorkerPool<Task, Result> {
  /** @throws api.internal when the task took too long or its worker died, engine.stopped when it was aborted. */
  run(task: Task, signal?: AbortSignal): Promise<Result>;
  close(): Promise<void>;
}

/** A worker of the pool, and its present task. */
interface Member<Task, Result> {
  readonly isolate: Isolate<Task>;
  resolve: (result: Result) => void;
  reject: (error: GatehouseError) => void;
}

/** Makes a pool of workers over one entry file that answers each message with one message. */
export function createWorkerPool<Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> {
  const idle: Member<Task, Result>[] = [];
  const waiting: (() => void)[] = [];
  const all = new Set<Member<Task, Result>>();
  let isClosed = false;

  function begin(): Member<Task, Result> {
    const { url, heap } = options;
    const member: Member<Task, Result> = {
      isolate: options.start<Task, Result>({
        url,
        heap,
        hear: (result) => member.resolve(result),
        ended(end) {
          all.delete(member);
          const at = idle.indexOf(member);
          if (at >= 0) idle.splice(at, 1);
          member.reject(ended(end, options.timeoutMillis));
        },
      }),
      resolve: () => {},
      reject: () => {},
    };
    all.add(member);
    member.isolate.hold(false);
    return member;
  }

  async function take(): Promise<Member<Task, Result>> {
    for (;;) {
      if (isClosed) throw stopped();
      const free = idle.pop();
      if (free !== undefined) return free;
      if (all.size < options.size) return begin();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  function giveBack(member: Member<Task, Result>): void {
    if (all.has(member)) idle.push(member);
    waiting.shift()?.();
  }

  async function run(task: Task, signal?: AbortSignal): Promise<Result> {
    const member = await take();
    // It may have waited for its turn: nobody hears any more of a signal that has been given.
    if (signal?.aborted === true) {
      giveBack(member);
      throw stopped();
    }
    if (!all.has(member)) throw ended({ why: 'asked' }, options.timeoutMillis);
    const { isolate } = member;
    const answer = new Promise<Result>((resolve, reject) => Object.assign(member, { resolve, reject }));
    const stop = () => {
      member.reject(stopped());
      void isolate.end();
    };
    signal?.addEventListener('abort', stop);
    isolate.hold(true);
    isolate.expectWithin(options.timeoutMillis);
    isolate.tell(task);
    try {
      return await answer;
    } finally {
      signal?.removeEventListener('abort', stop);
      isolate.expectWithin(null);
      isolate.hold(false);
      giveBack(member);
    }
  }

  return {
    run,
    async close() {
      isClosed = true;
      for (const wake of waiting.splice(0)) wake();
      await Promise.all([...all].map(({ isolate }) => isolate.end()));
    },
  };
}

function ended(end: IsolateEnd, timeoutMillis: number): GatehouseError {
  if (end.why === 'deadline')
    return new GatehouseError(
      'api.internal',
      `The job took longer than ${timeoutMillis} ms and was stopped.`,
    );
  if (end.why === 'asked' || end.cause === undefined)
    return new GatehouseError('api.internal', 'The worker ended.');
  return new GatehouseError('api.internal', 'The worker failed.', { cause: end.cause });
}

function stopped(): GatehouseError {
  return new GatehouseError('engine.stopped', 'The job was stopped.');
}
