import { runChild } from './run/child.mjs';
import { rootDir } from './support/root.ts';
import { scriptArguments, toolArguments } from './support/tools.ts';

/** How often the named run kills the process; `npm test` does it less often. */
const kills = '20';

async function runCrashTests(): Promise<number> {
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  const env = { ...process.env, GATEHOUSE_CRASH_KILLS: kills };
  const args = [...toolArguments('vitest'), 'run', 'test/protocol/host/crash.test.ts'];
  return runChild(process.execPath, args, { cwd: rootDir, env });
}

process.exitCode = await runCrashTests();
