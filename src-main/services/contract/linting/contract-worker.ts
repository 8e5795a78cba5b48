import { parentPort, workerData } from 'node:worker_threads';
import { createTaskRunner } from '#main/platform/task-runner.ts';
import type { TaskRequest } from '#main/platform/task-worker.ts';
import { loadContractHistory } from '../data.ts';
import { contractTasks, unforeseen } from './contract-tasks.ts';

/** Entry of the thread in which the work of a workspace is held against the contract; its data is the folder of the history. */
const history = loadContractHistory(String(workerData));
const take = createTaskRunner(
  contractTasks(() => history),
  unforeseen,
  (message) => parentPort?.postMessage(message),
);
parentPort?.on('message', (request: TaskRequest) => take(request));
