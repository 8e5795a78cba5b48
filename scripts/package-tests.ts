import { join } from 'node:path';
import { runChild } from './run/child.mjs';
import { rootDir } from './support/root.ts';
import { scriptArguments, toolArguments } from './support/tools.ts';

async function runPackageTests(args: readonly string[]): Promise<number> {
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  const config = ['--config', join(rootDir, 'vitest.packaging.config.ts')];
  const vitest = [...toolArguments('vitest'), 'run', ...config, ...args];
  return runChild(process.execPath, vitest, { cwd: rootDir });
}

process.exitCode = await runPackageTests(process.argv.slice(2));
