import { GatehouseError } from '#shared/errors/index.ts';
import type { TaskMap, TaskMessage, TaskRequest } from './task-worker.ts';

/** How a task is told to stop, and tells how far it is. */
export interface TaskContext {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number | null) => void;
}

/** The tasks of a worker, as its thread does them. */
export type TaskTable<Tasks extends TaskMap<Tasks>> = {
  readonly [Name in keyof Tasks]: (
    input: Parameters<Tasks[Name]>[0],
    context: TaskContext,
  ) => Promise<ReturnType<Tasks[Name]>>;
};

/**
 * Makes what takes the requests of a task worker: tasks run beside each other where they wait, and each is told its
 * end. What no task foresaw becomes the error of `unforeseen`.
 */
export function createTaskRunner<Tasks extends TaskMap<Tasks>>(
  tasks: TaskTable<Tasks>,
  unforeseen: (cause: unknown) => GatehouseError,
  tell: (message: TaskMessage) => void,
): (request: TaskRequest) => void {
  const running = new Map<number, AbortController>();

  async function run({ id, name, input }: Extract<TaskRequest, { kind: 'run' }>): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      // Name and input are of one task: both come from `TaskWorker.run`.
      const task = tasks[name as keyof Tasks] as (input: unknown, context: TaskContext) => Promise<unknown>;
      const output = await task(input, {
        signal: controller.signal,
        onProgress: (done, total) => tell({ kind: 'progress', id, done, total }),
      });
      tell({ kind: 'done', id, output });
    } catch (error) {
      const known = error instanceof GatehouseError ? error : unforeseen(error);
      tell({ kind: 'failed', id, problem: known.toProblem() });
    } finally {
      running.delete(id);
    }
  }

  return (request) => {
    if (request.kind === 'run') void run(request);
    else running.get(request.id)?.abort();
  };
}
