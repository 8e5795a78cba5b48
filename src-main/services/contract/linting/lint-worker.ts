import { createTaskWorker, type TaskWorker } from '#main/platform/task-worker.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { ContractTasks } from './tasks.ts';

/** Heap of the linter's thread, in MiB: HAR documents of any size are streamed through it. */
const maxHeapMebibytes = 512;
/** Space for what dies young in it, in MiB: entries go through by the hundred thousand, and more would only lie there. */
const youngMebibytes = 24;

/** Tests whether a file was given up because reading it took too long. */
export function isTooSlow(error: unknown): error is GatehouseError {
  return error instanceof GatehouseError && error.code === 'contract.too-slow';
}

/** Makes the thread of the linter; `directory` is the folder of the history. */
export function createLintWorker(url: URL, directory: string): TaskWorker<ContractTasks> {
  return createTaskWorker<ContractTasks>({
    url,
    maxHeapMebibytes,
    youngMebibytes,
    data: directory,
    lost: (cause) =>
      new GatehouseError('api.internal', 'The thread of the linter ended.', { cause, fix: 'Try again.' }),
    tooSlow: (input, silenceMillis) => tooSlow(fileOf(input), silenceMillis),
    stopped: () => new GatehouseError('engine.stopped', 'The linter was stopped.'),
  });
}

function tooSlow(file: string | null, silenceMillis: number): GatehouseError {
  return new GatehouseError(
    'contract.too-slow',
    `${file ?? 'What was linted'} could not be read within ${silenceMillis / 1_000} seconds.`,
    {
      fix: 'Look at what it holds: text without end where a variable or a value is expected, for example.',
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
