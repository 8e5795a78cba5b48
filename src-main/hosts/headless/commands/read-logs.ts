import { randomBytes } from 'node:crypto';
import type { ReadTraffic } from '#main/services/throttle/index.ts';
import type { LogReading } from '#shared/throttle/traffic/recipe.ts';

export interface LogFile {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
}

/** Reads logs into a folder of its own. @throws traffic.* */
export async function readLogFiles(
  files: readonly LogFile[],
  reading: LogReading,
  directory: string,
): Promise<ReadTraffic> {
  const { saltedHash, storeLogs } = await import('#main/services/throttle/index.ts');
  return storeLogs(
    {
      files,
      reading,
      hash: saltedHash(randomBytes(16)),
      onProgress: () => undefined,
      rest: () => Promise.resolve(),
    },
    directory,
    'reading.part',
  );
}
