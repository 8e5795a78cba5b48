import { GatehouseError } from '#shared/errors/index.ts';
import type { LogReading } from '#shared/throttle/traffic/recipe.ts';
import type { TaskPorts } from './run-task.ts';
import { saltedHash } from './salted-hash.ts';
import { type ReadLogs, storeLogs } from './stored/read-logs.ts';

const progressEveryMillis = 100;

/** Logs that a worker is to read. */
export interface ImportTask {
  readonly kind: 'import';
  readonly files: ReadLogs['files'];
  readonly reading: LogReading;
  /** Of this import alone, in hexadecimal digits: it is kept nowhere. */
  readonly salt: string;
  /** Where recorded requests are kept, and the name of the folder while it is not whole. */
  readonly directory: string;
  readonly part: string;
}

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
