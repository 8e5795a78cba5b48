import { spawnSync } from 'node:child_process';
import { environmentOf } from '../../run/node.mjs';

/**
 * Runs npm in a folder to its end: the npm that started this process, else the one on the path. What npm starts runs on
 * the Node that this runs on.
 */
export function runNpm(
  args: readonly string[],
  cwd: string,
): { readonly code: number; readonly output: string } {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const isKnown = script !== undefined && node !== undefined && /npm-cli\.[cm]?js$/.test(script);
  const isWindows = process.platform === 'win32';
  const command = isKnown ? node : isWindows ? 'npm.cmd' : 'npm';
  const { status, error, stdout, stderr } = spawnSync(command, isKnown ? [script, ...args] : args, {
    cwd,
    env: environmentOf(process.execPath, process.env),
    encoding: 'utf8',
    shell: !isKnown && isWindows,
  });
  if (error !== undefined) throw new Error(`npm cannot be started: ${error.message}`);
  return { code: status ?? -1, output: `${stdout}${stderr}` };
}
