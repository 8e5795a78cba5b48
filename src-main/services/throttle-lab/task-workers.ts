import { Worker } from 'node:worker_threads';
import type { Problem } from '#shared/errors/index.ts';
import type { SimulationMessage, SimulationTask } from './simulation-task.ts';

const maxHeapMebibytes = 1_024;
/** How long a worker that has nothing to do is kept: to begin anew takes longer than most simulations. */
const idleMillis = 30_000;

/** A simulation under way. */
export interface RunningTask {
  /** Ends it at once. */
  stop(): void;
}

/** Workers for simulations; the one that was done last is kept for a while. */
export interface TaskWorkers {
  /** Tells of a task until `hear` gets its end: results, decisions, or why it failed. */
  run(task: SimulationTask, hear: (message: SimulationMessage) => void): RunningTask;
  close(): Promise<void>;
}

/** Makes the workers; none starts before there is a task. */
export function createTaskWorkers(url: URL): TaskWorkers {
  const all = new Set<Worker>();
  let warm: Worker | null = null;
  let idle: NodeJS.Timeout | null = null;

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
      const worker = take();
      worker.on('message', (message: SimulationMessage) => {
        if (message.kind !== 'progress') giveBack(worker);
        hear(message);
      });
      worker.removeAllListeners('error');
      worker.on('error', ({ message }) => {
        end(worker);
        hear({ kind: 'failed', problem: broke(message) });
      });
      worker.postMessage(task);
      return { stop: () => end(worker) };
    },
    async close() {
      if (idle !== null) clearTimeout(idle);
      const workers = [...all];
      all.clear();
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function broke(why: string): Problem {
  return {
    code: 'api.internal',
    severity: 'error',
    message: 'The simulation ended in a way that was not foreseen.',
    cause: why,
    fix: 'Simulate less at once: fewer clients, or a shorter time.',
  };
}
