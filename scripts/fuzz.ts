import { runChild } from './run/child.mjs';
import { rootDir } from './support/root.ts';
import { scriptArguments, toolArguments } from './support/tools.ts';

/** How many requests the named run sends; `npm test` sends fewer, always the same. */
const requests = '100000';
/** How often it flips bytes of a state. */
const flips = '200';

/** A seed as the first argument makes the same requests and flips again; each run has its own otherwise. */
async function runFuzzing(): Promise<number> {
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  const seed = process.argv[2] ?? String(Math.floor(Date.now() / 1_000) % 1_000_000);
  process.stdout.write(`Sending ${requests} requests and flipping bytes ${flips} times, of seed ${seed}.\n`);
  const env = {
    ...process.env,
    GATEHOUSE_FUZZ_REQUESTS: requests,
    GATEHOUSE_FUZZ_SEED: seed,
    GATEHOUSE_FLIPS: flips,
    GATEHOUSE_FLIPS_SEED: seed,
  };
  const tests = ['test/protocol/authorization-server/fuzz.test.ts', 'test/hostile/flipped-bytes.test.ts'];
  const args = [...toolArguments('vitest'), 'run', ...tests];
  return runChild(process.execPath, args, { cwd: rootDir, env });
}

process.exitCode = await runFuzzing();
