import { GatehouseError } from '#shared/errors/index.ts';
import type { TaskMap, TaskMessage, TaskRequest } from './task-worker.ts';

/** How a task receives a stop request and reports its progress. */
export interface TaskContext {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number | null) => void;
}

/** How often a thread that works is heard of, in milliseconds. */
const beatMillis = 1_000;

/** The tasks of a worker, as its thread does them. */
export type TaskTable<Tasks extends TaskMap<Tasks>> = {
  readonly [Name in keyof Tasks]: (
    input: Parameters<Tasks[Name]>[0],
    context: TaskContext,
  ) => Promise<ReturnType<Tasks[Name]>>;
};

/**
 * Creates the handler for the requests of a task worker: tasks interleave where they wait, and each gets its
 * end. An unexpected error becomes the error of `unforeseen`.
 */
export function createTaskRunner<Tasks extends TaskMap<Tasks>>(
  tasks: TaskTable<Tasks>,
  unforeseen: (cause: unknown) => GatehouseError,
  tell: (message: TaskMessage) => void,
): (request: TaskRequest) => void {
  const running = new Map<number, AbortController>();
  let beats: NodeJS.Timeout | null = null;

  /** A thread in an endless loop reports nothing: its parent ends it after a silence. */
  function beat(): void {
    if (running.size > 0) {
      // At once as well: from here on silence is a task's.
      if (beats === null) tell({ kind: 'beat' });
      beats ??= setInterval(() => tell({ kind: 'beat' }), beatMillis).unref();
    } else if (beats !== null) {
      clearInterval(beats);
      beats = null;
    }
  }

  async function run({ id, name, input }: Extract<TaskRequest, { kind: 'run' }>): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    beat();
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
      beat();
    }
  }

  return (request) => {
    if (request.kind === 'run') void run(request);
    else running.get(request.id)?.abort();
  };
}
