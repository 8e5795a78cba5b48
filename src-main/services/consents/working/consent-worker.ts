import { parentPort } from 'node:worker_threads';
import { createTaskRunner } from '#main/platform/task-runner.ts';
import type { TaskRequest } from '#main/platform/task-worker.ts';
import { importTasks, unforeseen } from './import-tasks.ts';

/** Entry of the thread in which the files of imports are read, and their rows planned. */
const take = createTaskRunner(importTasks, unforeseen, (message) => parentPort?.postMessage(message));
parentPort?.on('message', (request: TaskRequest) => take(request));
