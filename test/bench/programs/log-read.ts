import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storeLogs } from '#main/services/throttle/stored/read-logs.ts';
import { readingSchema } from '#shared/throttle/traffic/recipe.ts';
import { answerOnce } from './once-asked.ts';
import { peakBytes } from './peak.ts';

// Reads a log into columns as the import of the lab does, in a folder of its own.
const [path = '', directory = ''] = process.argv.slice(2);
const megabyte = 1_000_000;

async function read(file: string) {
  return await storeLogs(
    {
      files: [{ path: file, name: file, sizeBytes: statSync(file).size }],
      reading: readingSchema.parse({}),
      hash: (text) => `h-${text.length}`,
      rest: () => new Promise((resolve) => setImmediate(resolve)),
      onProgress: () => undefined,
    },
    mkdtempSync(join(directory, 'traces-')),
    'part',
  );
}

answerOnce(async () => {
  // Loading the modules is no part of reading.
  const small = join(directory, 'small.log');
  writeFileSync(small, '10.0.0.1 - - [05/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "a"\n');
  await read(small);
  const resident = process.memoryUsage().rss;
  const before = process.cpuUsage();
  const { facts } = await read(path);
  const { user, system } = process.cpuUsage(before);
  if (facts.skipped > 0) throw new Error(`${facts.skipped} lines were left out.`);
  return {
    lines: facts.requests,
    cpu: (user + system) / 1_000,
    growth: (peakBytes() - resident) / megabyte,
  };
});
