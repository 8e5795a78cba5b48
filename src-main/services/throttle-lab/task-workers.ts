import { Worker } from 'node:worker_threads';
import type { Problem } from '#shared/errors/index.ts';
import type { SimulationMessage, SimulationTask } from './simulation-task.ts';

const maxHeapMebibytes = 1_024;
/** Tasks beyond wait for one of these to end: each takes a core, and memory. */
const mostWorkers = 4;
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
  run(task: SimulationTask, hear: (message: SimulationMessage) => void): RunningTask;
  close(): Promise<void>;
}

interface Job {
  readonly task: SimulationTask;
  readonly hear: (message: SimulationMessage) => void;
  /** Null: it waits. */
  worker: Worker | null;
}

/** Makes the workers; none starts before there is a task. */
export function createTaskWorkers(url: URL): TaskWorkers {
  const all = new Set<Worker>();
  let warm: Worker | null = null;
  let idle: NodeJS.Timeout | null = null;
  let isClosed = false;
  /** In the order in which they came. */
  const jobs = new Set<Job>();

  function next(): void {
    const working = [...jobs].filter(({ worker }) => worker !== null).length;
    const waiting = [...jobs].filter(({ worker }) => worker === null);
    for (const job of waiting.slice(0, Math.max(0, mostWorkers - working))) begin(job);
  }

  function begin(job: Job): void {
    const worker = take();
    job.worker = worker;
    worker.on('message', (message: SimulationMessage) => {
      if (message.kind === 'progress') return job.hear(message);
      giveBack(worker);
      finish(job, message);
    });
    worker.removeAllListeners('error');
    worker.on('error', ({ message }) => {
      end(worker);
      finish(job, { kind: 'failed', problem: broke(message) });
    });
    worker.postMessage(job.task);
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

  function take(): Worker {
    const kept = warm;
    warm = null;
    if (kept !== null) return kept;
    const worker = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMebibytes } });
    worker.unref();
    all.add(worker);
    return worker;
  }

  function end(worker: Worker): void {
    all.delete(worker);
    if (warm === worker) warm = null;
    void worker.terminate();
  }

  function giveBack(worker: Worker): void {
    worker.removeAllListeners('message').removeAllListeners('error');
    // What happens to it now is nobody's task.
    worker.on('error', () => end(worker));
    if (warm !== null) return end(worker);
    warm = worker;
    if (idle !== null) clearTimeout(idle);
    idle = setTimeout(() => warm !== null && end(warm), idleMillis);
    idle.unref();
  }

  return {
    run(task, hear) {
      const job: Job = { task, hear, worker: null };
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
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

const stopped: Problem = {
  code: 'simulation.cancelled',
  severity: 'error',
  message: 'The simulation was stopped.',
  fix: 'Run it again.',
};

function broke(why: string): Problem {
  return {
    code: 'api.internal',
    severity: 'error',
    message: 'The simulation ended in a way that was not foreseen.',
    cause: why,
    fix: 'Simulate less at once: fewer clients, or a shorter time.',
  };
}
