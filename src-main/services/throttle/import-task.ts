import { GatehouseError } from '#shared/errors/index.ts';
import type { TaskPorts } from './run-task.ts';
import { saltedHash } from './salted-hash.ts';
import type { ImportTask } from './simulation-task.ts';
import { storeLogs } from './stored/read-logs.ts';

const progressEveryMillis = 100;

/** Reads logs and reports their traffic, or what is wrong with them. */
export async function runImport(task: ImportTask, { tell, now, rest }: TaskPorts): Promise<void> {
  let toldAtMillis = now();
  try {
    const read = await storeLogs(
      {
        files: task.files,
        reading: task.reading,
        hash: saltedHash(Buffer.from(task.salt, 'hex')),
        rest,
        onProgress(share, requests) {
          if (now() - toldAtMillis < progressEveryMillis) return;
          toldAtMillis = now();
          tell({ kind: 'progress', share, requests });
        },
      },
      task.directory,
      task.part,
    );
    tell({ kind: 'imported', read });
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
    tell({ kind: 'failed', problem: error.toProblem() });
  }
}
