import { runChild } from './run/child.mjs';
import { rootDir } from './support/root.ts';
import { toolArguments } from './support/tools.ts';

const minutes = '10';
const millisPerMinute = 60_000;
/** Distinct keys that come by; `npm test` runs the same for seconds. */
const keys = '10000000';

/** Puts the gateway under mixed load for ten minutes; another number of minutes can be given. */
async function runSoak(): Promise<number> {
  const millis = Number(process.argv[2] ?? minutes) * millisPerMinute;
  const env = { ...process.env, GATEHOUSE_SOAK_MILLIS: String(millis), GATEHOUSE_SOAK_KEYS: keys };
  const args = [...toolArguments('vitest'), 'run', 'test/protocol/gateway/soak/soak.test.ts'];
  return runChild(process.execPath, args, { cwd: rootDir, env });
}

process.exitCode = await runSoak();
