import { runChild } from './run/child.mjs';
import { rootDir } from './support/root.ts';
import { flipsOfDay } from './support/stages.ts';
import { scriptArguments, toolArguments } from './support/tools.ts';

/** Replays every attack on the built host; names of files narrow it down. */
async function runHostile(): Promise<number> {
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  const args = [...toolArguments('vitest'), 'run', '--project=hostile', ...process.argv.slice(2)];
  const env = { GATEHOUSE_FLIPS: flipsOfDay, ...process.env };
  return runChild(process.execPath, args, { cwd: rootDir, env });
}

process.exitCode = await runHostile();
