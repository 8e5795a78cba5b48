import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';

/** Tells a worker that it is here to do the fixed work. */
export const fixedWork = 'fixed work';
const rounds = 1_200;

/** Does a piece of work that is always the same, of the kind that tests do, and says how many CPU milliseconds it took. */
export function doFixedWork(): number {
  const before = process.threadCpuUsage();
  let text = JSON.stringify(Array.from({ length: 400 }, (_, index) => ({ index, name: `name-${index}` })));
  for (let round = 0; round < rounds; round += 1) {
    const digest = createHash('sha256').update(text).digest('hex');
    const rows: { name: string }[] = JSON.parse(text);
    text = JSON.stringify(
      rows.map((row) => ({ ...row, name: `${row.name.slice(0, 40)}${digest.slice(0, 8)}` })),
    );
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

if (workerData === fixedWork) parentPort?.postMessage(doFixedWork());
