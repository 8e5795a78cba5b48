import { runChild } from './run/child.mjs';
import { rootDir } from './support/root.ts';
import { scriptArguments, toolArguments } from './support/tools.ts';

/** How often the named run kills the process under load, and while it saves; `npm test` does it less often. */
const kills = '20';
const saveKills = '1000';
/** The same for the loader of consents. */
const importKills = '20';
const importRows = '20000';

async function runCrashTests(): Promise<number> {
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  const env = {
    ...process.env,
    GATEHOUSE_CRASH_KILLS: kills,
    GATEHOUSE_CRASH_SAVE_KILLS: saveKills,
    GATEHOUSE_IMPORT_KILLS: importKills,
    GATEHOUSE_IMPORT_ROWS: importRows,
  };
  const tests = ['test/protocol/host/crash.test.ts', 'test/protocol/consents/crash.test.ts'];
  const args = [...toolArguments('vitest'), 'run', ...tests];
  return runChild(process.execPath, args, { cwd: rootDir, env });
}

process.exitCode = await runCrashTests();
