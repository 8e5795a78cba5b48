import { connectParent } from '#main/platform/isolates/index.ts';
import { createTaskRunner } from '#main/platform/task-runner.ts';
import type { TaskMessage, TaskRequest } from '#main/platform/task-worker.ts';
import { loadContractHistory } from '../data.ts';
import { contractTasks, unforeseen } from './contract-tasks.ts';

/** Entry of the process in which the work of a workspace is held against the contract; its data is the folder of the history. */
const parent = await connectParent<TaskRequest, TaskMessage>();
const history = loadContractHistory(String(parent.data));
const take = createTaskRunner(
  contractTasks(() => history),
  unforeseen,
  parent.tell,
);
parent.onTold(take);
