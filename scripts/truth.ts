import { runChild } from './run/child.mjs';
import { rootDir } from './support/root.ts';
import { toolArguments } from './support/tools.ts';

/** Plays every case of the attack catalogue at every server of the truth table; `npm test` plays some of them. */
async function runTruth(): Promise<number> {
  const env = { ...process.env, TRUTH: 'all' };
  const args = [...toolArguments('vitest'), 'run', '--project', 'long', 'test/protocol/attacks/truth'];
  return runChild(process.execPath, args, { cwd: rootDir, env });
}

process.exitCode = await runTruth();
