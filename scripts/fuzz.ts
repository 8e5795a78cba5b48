import { runChild } from './run/child.mjs';
import { rootDir } from './support/root.ts';
import { toolArguments } from './support/tools.ts';

/** How many requests the named run sends; `npm test` sends fewer, always the same. */
const requests = '100000';

/** A seed as the first argument makes the same requests again; each run has its own otherwise. */
async function runFuzzing(): Promise<number> {
  const seed = process.argv[2] ?? String(Math.floor(Date.now() / 1_000) % 1_000_000);
  process.stdout.write(`Sending ${requests} requests of seed ${seed}.\n`);
  const env = { ...process.env, GATEHOUSE_FUZZ_REQUESTS: requests, GATEHOUSE_FUZZ_SEED: seed };
  const args = [...toolArguments('vitest'), 'run', 'test/protocol/authorization-server/fuzz.test.ts'];
  return runChild(process.execPath, args, { cwd: rootDir, env });
}

process.exitCode = await runFuzzing();
