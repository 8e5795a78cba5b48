import {
  type Isolate,
  type IsolateEnd,
  processHeaps,
  type StartIsolate,
} from '#main/platform/isolates/index.ts';
import type { Problem } from '#shared/errors/index.ts';
import type { SimulationMessage, WorkerTask } from './simulation-task.ts';

const heap = processHeaps.simulation;
/** How long a worker that has nothing to do is kept: to begin anew takes longer than most simulations. */
const idleMillis = 30_000;

/** A simulation under way. */
export interface RunningTask {
  /** Ends it at once; that it was stopped is its end. */
  stop(): void;
}

/** Workers for simulations; the one that was done last is kept for a while. */
export interface TaskWorkers {
  /** Tells of a task until `hear` gets its end: results, decisions, or why it failed. */
  run(task: WorkerTask, hear: (message: SimulationMessage) => void): RunningTask;
  close(): Promise<void>;
}

interface Job {
  readonly task: WorkerTask;
  readonly hear: (message: SimulationMessage) => void;
  /** Null: it waits. */
  worker: TaskIsolate | null;
}

/** An isolate and the job that it does now; null: none. */
interface TaskIsolate {
  readonly isolate: Isolate<WorkerTask>;
  job: Job | null;
}

/** Makes the workers; none starts before there is a task. */
export function createTaskWorkers(url: URL, start: StartIsolate): TaskWorkers {
  const all = new Set<TaskIsolate>();
  let warm: TaskIsolate | null = null;
  let idle: NodeJS.Timeout | null = null;
  let isClosed = false;
  /** In the order in which they came. */
  const jobs = new Set<Job>();

  function next(): void {
    const working = [...jobs].filter(({ worker }) => worker !== null).length;
    const waiting = [...jobs].filter(({ worker }) => worker === null);
    for (const job of waiting.slice(0, Math.max(0, heap.max - working))) begin(job);
  }

  function begin(job: Job): void {
    const worker = take();
    job.worker = worker;
    worker.job = job;
    worker.isolate.tell(job.task);
  }

  function hear(worker: TaskIsolate, message: SimulationMessage): void {
    const { job } = worker;
    if (message.kind === 'progress') return job?.hear(message);
    giveBack(worker);
    if (job !== null) finish(job, message);
  }

  function lost(worker: TaskIsolate, why: IsolateEnd): void {
    const { job } = worker;
    forget(worker);
    if (job !== null) finish(job, { kind: 'failed', problem: broke(reasonOf(why)) });
  }

  function finish(job: Job, message: SimulationMessage): void {
    if (!jobs.delete(job)) return;
    job.hear(message);
    if (!isClosed) next();
  }

  function stop(job: Job): void {
    if (job.worker !== null && jobs.has(job)) end(job.worker);
    finish(job, { kind: 'failed', problem: stopped });
  }

  function take(): TaskIsolate {
    const kept = warm;
    warm = null;
    if (kept !== null) return kept;
    const worker = startTaskIsolate({ url, start }, hear, lost);
    all.add(worker);
    return worker;
  }

  function forget(worker: TaskIsolate): void {
    worker.job = null;
    all.delete(worker);
    if (warm === worker) warm = null;
  }

  function end(worker: TaskIsolate): void {
    forget(worker);
    void worker.isolate.end();
  }

  function giveBack(worker: TaskIsolate): void {
    // Anything that happens to the worker now concerns no task.
    worker.job = null;
    if (warm !== null) return end(worker);
    warm = worker;
    if (idle !== null) clearTimeout(idle);
    idle = setTimeout(() => warm !== null && end(warm), idleMillis);
    idle.unref();
  }

  return {
    run(task, tell) {
      const job: Job = { task, hear: tell, worker: null };
      jobs.add(job);
      if (isClosed) stop(job);
      else next();
      return { stop: () => stop(job) };
    },
    async close() {
      isClosed = true;
      if (idle !== null) clearTimeout(idle);
      const workers = [...all];
      for (const job of jobs) stop(job);
      all.clear();
      await Promise.all(workers.map(({ isolate }) => isolate.end()));
    },
  };
}

function startTaskIsolate(
  { url, start }: { readonly url: URL; readonly start: StartIsolate },
  hear: (worker: TaskIsolate, message: SimulationMessage) => void,
  lost: (worker: TaskIsolate, end: IsolateEnd) => void,
): TaskIsolate {
  const worker: TaskIsolate = {
    isolate: start<WorkerTask, SimulationMessage>({
      url,
      heap,
      hear: (message) => hear(worker, message),
      ended: (why) => lost(worker, why),
    }),
    job: null,
  };
  worker.isolate.hold(false);
  return worker;
}

const stopped: Problem = {
  code: 'simulation.cancelled',
  severity: 'error',
  message: 'The simulation was stopped.',
  fix: 'Run the simulation again.',
};

function reasonOf(end: IsolateEnd): string {
  return 'cause' in end && end.cause instanceof Error ? end.cause.message : 'The worker exited.';
}

function broke(why: string): Problem {
  return {
    code: 'api.internal',
    severity: 'error',
    message: 'The simulation stopped unexpectedly.',
    cause: why,
    fix: 'Reduce the number of clients or the duration.',
  };
}
