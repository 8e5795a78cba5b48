import { createSandbox } from '#main/services/scripting/sandbox.ts';

/**
 * A process of its own, so that what other tests hold or give back is not measured with it: runs each script it is
 * given as an argument in a sandbox of its own, and writes their ends and what memory they took as one line of JSON.
 */
export interface Exploded {
  /** The answer of the script, or why it failed. */
  readonly end: string;
  /** Resident memory of the process beyond what it was before. */
  readonly mebibytes: number;
}

const mebibyte = 1_048_576;
const runMillis = 60_000;

async function explode(body: string): Promise<Exploded> {
  const before = process.memoryUsage().rss;
  const sandbox = await createSandbox({
    now: () => performance.now(),
    send: () => Promise.reject(new Error('There is nobody.')),
    log: () => {},
  });
  sandbox.load(body, []);
  const end = await sandbox.run(1, '{}', runMillis).catch((error: Error) => error.message);
  return { end, mebibytes: (process.memoryUsage().rss - before) / mebibyte };
}

const exploded: Exploded[] = [];
for (const body of process.argv.slice(2)) exploded.push(await explode(body));
process.stdout.write(JSON.stringify(exploded));
