import { runChild } from './run/child.mjs';
import { rootDir } from './support/root.ts';
import { toolArguments } from './support/tools.ts';

/** Runs every case of the attack catalogue with every weakness; `npm test` runs some of them. */
async function runMatrix(): Promise<number> {
  const env = { ...process.env, ATTACKS: 'all' };
  const args = [...toolArguments('vitest'), 'run', 'test/protocol/attacks'];
  return runChild(process.execPath, args, { cwd: rootDir, env });
}

process.exitCode = await runMatrix();
