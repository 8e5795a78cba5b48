import { join } from 'node:path';
import { runChild } from './run/child.mjs';
import { nodeFlags } from './run/node.mjs';
import { rootDir } from './support/root.ts';
import { scriptArguments } from './support/tools.ts';

const args = process.argv.slice(2);

async function runBenchmarks(): Promise<number> {
  // Standard output belongs to the results: what the build says goes to standard error.
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale'], {
    stdio: ['ignore', 2, 2],
  });
  if (built !== 0) return built;
  return runChild(process.execPath, [...nodeFlags, join(rootDir, 'test/bench/main.ts'), ...args]);
}

process.exitCode = await runBenchmarks();
