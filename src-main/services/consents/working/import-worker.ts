import { processHeaps, type StartIsolate } from '#main/platform/isolates/index.ts';
import { createTaskWorker, type TaskOptions } from '#main/platform/task-worker.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { ImportTasks, TaskInput, TaskName, TaskOutput } from './tasks.ts';

/** Sorting a million keys takes its time without a message, on a machine that is busy with other work. */
const silenceMillis = 60_000;
/** Rows are written in batches, at whose ends a task can stop. */
const graceMillis = 2_000;

type Run<Name extends TaskName> = (
  input: TaskInput<Name>,
  options?: TaskOptions,
) => Promise<TaskOutput<Name>>;

/** Does the heavy work of imports beside the engine. */
export type ImportWorker = { readonly [Name in TaskName]: Run<Name> } & { close(): Promise<void> };

/**
 * Makes the worker; its process starts with the first task. A task rejects with the problem that it met, with
 * `engine.stopped` when it was aborted, and with `api.internal` when the process died.
 */
export function createImportWorker(url: URL, start: StartIsolate): ImportWorker {
  const worker = createTaskWorker<ImportTasks>({
    url,
    start,
    heap: processHeaps.consent,
    silenceMillis,
    graceMillis,
    lost: (cause) =>
      new GatehouseError('api.internal', 'The process that reads imports ended unexpectedly.', {
        cause,
        fix: 'Try again. If only this file fails, save it again as CSV with fewer columns.',
      }),
    tooSlow: () =>
      new GatehouseError(
        'import.too-slow',
        `The process that reads imports did not respond for ${silenceMillis / 1_000} seconds and was stopped.`,
        { fix: 'Try again. If only this file fails, save it again as CSV.' },
      ),
    stopped: () => new GatehouseError('engine.stopped', 'Reading the import was stopped.'),
  });
  const run =
    <Name extends TaskName>(name: Name): Run<Name> =>
    (input, options) =>
      worker.run(name, input, options);
  return {
    preview: run('preview'),
    ingest: run('ingest'),
    suggest: run('suggest'),
    survey: run('survey'),
    plan: run('plan'),
    rows: run('rows'),
    result: run('result'),
    close: worker.close,
  };
}
