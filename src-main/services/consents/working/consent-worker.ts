import { connectParent } from '#main/platform/isolates/index.ts';
import { createTaskRunner } from '#main/platform/task-runner.ts';
import type { TaskMessage, TaskRequest } from '#main/platform/task-worker.ts';
import { importTasks, unforeseen } from './import-tasks.ts';

/** Entry of the process in which the files of imports are read, and their rows planned. */
const parent = await connectParent<TaskRequest, TaskMessage>();
parent.onTold(createTaskRunner(importTasks, unforeseen, parent.tell));
