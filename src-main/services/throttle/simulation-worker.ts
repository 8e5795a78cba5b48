import { parentPort } from 'node:worker_threads';
import { runTask } from './run-task.ts';
import type { SimulationTask } from './simulation-task.ts';

/** Entry of the worker in which traffic is simulated: it is ended where somebody cancels. */
parentPort?.on('message', (task: SimulationTask) => {
  void runTask(task, {
    tell: (message) => parentPort?.postMessage(message),
    now: () => performance.now(),
    rest: () => new Promise((resolve) => setImmediate(resolve)),
  });
});
