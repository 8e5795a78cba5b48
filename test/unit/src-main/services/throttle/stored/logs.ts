import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storeLogs } from '#main/services/throttle/stored/read-logs.ts';
import { readTrace } from '#main/services/throttle/stored/read-trace.ts';
import { type LogReading, readingSchema } from '#shared/throttle/traffic/recipe.ts';

/** A log file that a test gives. */
export interface GivenLog {
  readonly name: string;
  readonly bytes: string | Uint8Array;
}

let count = 0;

/** Stores log files in a folder of their own, and reads what was stored; where that fails it has to leave nothing. */
export async function storedLogs(
  folder: string,
  files: readonly GivenLog[],
  reading: Partial<LogReading> = {},
) {
  count += 1;
  const directory = join(folder, String(count));
  mkdirSync(directory);
  const input = {
    files: files.map(({ name, bytes }, at) => {
      const path = join(folder, `${count}-${at}-${name}`);
      writeFileSync(path, bytes);
      return { path, name, sizeBytes: bytes.length };
    }),
    reading: { ...readingSchema.parse({}), ...reading },
    hash: (text: string) => `h-${text}`,
    onProgress: () => undefined,
    rest: () => Promise.resolve(),
  };
  const left = () => readdirSync(directory);
  const read = await storeLogs(input, directory, 'x.part').catch((error: unknown) => {
    if (left().length > 0) throw new Error(`Files were left: ${left().join(', ')}`, { cause: error });
    throw error;
  });
  const id = read.traffic.recorded?.id ?? '';
  return {
    read,
    left,
    trace: readTrace(join(directory, id), 'once'),
    even: () => readTrace(join(directory, id), 'even'),
  };
}
