import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { answerOnce } from './once-asked.ts';

// Cuts a log into lines with node:readline, and does nothing with them.
const [path = ''] = process.argv.slice(2);

answerOnce(async () => {
  const before = process.cpuUsage();
  const file = createReadStream(path);
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  let lines = 0;
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  reader.on('line', () => (lines += 1));
  await new Promise((resolve) => reader.once('close', resolve));
  const { user, system } = process.cpuUsage(before);
  return { lines, cpu: (user + system) / 1_000 };
});
