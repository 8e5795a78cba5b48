import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Older releases still warn of type stripping and of node:sqlite; newer ones know both as stable. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning'];

const minVersion = /** @type {const} */ ([22, 18]);

/**
 * Picks the Node that runs everything after the installation: the one in node_modules, else the running one.
 * @param {string} rootDir
 * @param {{ platform: string, arch: string, version: string, execPath: string }} [running]
 * @returns {string}
 */
export function pickNode(rootDir, running = process) {
  const { platform, arch, version, execPath } = running;
  const isWindows = platform === 'win32';
  const name = `node-${isWindows ? 'win' : platform}-${arch}`;
  const installed = join(rootDir, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(installed)) return installed;
  if (stripsTypes(version)) return execPath;
  throw new Error(
    `Gatehouse needs Node ${minVersion.join('.')} or newer, and this is Node ${version.slice(1)}. ` +
      `There is no Node package for ${platform}-${arch}: install Node 24, then run the command again.`,
  );
}

/**
 * The environment of a command: what it starts as `node` or by the name of a tool is what stands in node_modules.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(node, env) {
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [key]: [dirname(node), env[key]].filter(Boolean).join(delimiter) };
}

/** @param {string} version */
function stripsTypes(version) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  // Node 23 had type stripping without a flag from 23.6 on, and is out of support.
  return major > 23 || (major === minVersion[0] && minor >= minVersion[1]);
}
