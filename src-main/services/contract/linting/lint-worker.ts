import { processHeaps, type StartIsolate } from '#main/platform/isolates/index.ts';
import { createTaskWorker, type TaskWorker } from '#main/platform/task-worker.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { ContractTasks } from './tasks.ts';

/** Tests whether a file was given up because reading it took too long. */
export function isTooSlow(error: unknown): error is GatehouseError {
  return error instanceof GatehouseError && error.code === 'contract.too-slow';
}

/** Makes the worker of the linter; `directory` is the folder of the history. */
export function createLintWorker(
  url: URL,
  directory: string,
  start: StartIsolate,
): TaskWorker<ContractTasks> {
  return createTaskWorker<ContractTasks>({
    url,
    start,
    heap: processHeaps.contract,
    data: directory,
    lost: (cause) =>
      new GatehouseError('api.internal', 'The linter process exited.', { cause, fix: 'Try again.' }),
    tooSlow: (input, silenceMillis) => tooSlow(fileOf(input), silenceMillis),
    stopped: () => new GatehouseError('engine.stopped', 'The linter was stopped.'),
  });
}

function tooSlow(file: string | null, silenceMillis: number): GatehouseError {
  return new GatehouseError(
    'contract.too-slow',
    `${file ?? 'The input'} could not be read within ${silenceMillis / 1_000} seconds.`,
    {
      fix: 'Check its content, for example for an unclosed string, variable or value.',
      ...(file === null ? {} : { location: { file } }),
    },
  );
}

/** The file that a task is about; null: it is about several. */
function fileOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const one: unknown =
    'artefacts' in input && Array.isArray(input.artefacts) && input.artefacts.length === 1
      ? input.artefacts[0]
      : input;
  return typeof one === 'object' && one !== null && 'file' in one && typeof one.file === 'string'
    ? one.file
    : null;
}
