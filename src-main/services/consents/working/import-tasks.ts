import type { TaskTable } from '#main/platform/task-runner.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { preview } from '../reading/index.ts';
import { ingest } from './ingest.ts';
import { plan } from './plan.ts';
import { result } from './result.ts';
import { rows } from './rows.ts';
import { suggest } from './suggest.ts';
import { survey } from './survey.ts';
import type { ImportTasks } from './tasks.ts';

/** The tasks of the import thread. */
export const importTasks: TaskTable<ImportTasks> = {
  preview,
  ingest,
  suggest,
  survey,
  plan,
  rows,
  result,
};

/** Creates the error of a task that failed in an unforeseen way. */
export function unforeseen(cause: unknown): GatehouseError {
  return new GatehouseError('api.internal', 'An unexpected error occurred while the import was read.', {
    cause,
    fix: 'Try again. If only this file fails, save it again as CSV.',
  });
}
