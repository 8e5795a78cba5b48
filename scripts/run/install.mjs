import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { withLock } from './lock.mjs';

/**
 * Makes node_modules match package-lock.json, by `npm ci` when it does not; what npm says goes to standard error.
 * @param {string} rootDir
 * @returns {Promise<void>}
 */
export async function ensureInstalled(rootDir) {
  if (isInstalled(rootDir)) return;
  await withLock(rootDir, async () => {
    if (isInstalled(rootDir)) return;
    process.stderr.write('Installing packages from package-lock.json …\n');
    const { command, args } = npm(process.env);
    const code = await runChild(command, [...args, ...npmArguments(rootDir)], {
      cwd: rootDir,
      stdio: ['ignore', 2, 2],
      shell: command.endsWith('.cmd'),
    });
    if (code !== 0) throw new Error(`The packages could not be installed: npm ended with code ${code}.`);
    writeFileSync(stampPath(rootDir), lockHash(rootDir));
  });
}

/**
 * Tells whether node_modules holds what package-lock.json asks for. Packages that somebody installed by hand count
 * as installed: the record that npm keeps in node_modules is compared where there is no stamp of ours.
 * @param {string} rootDir
 * @returns {boolean}
 */
function isInstalled(rootDir) {
  const hash = lockHash(rootDir);
  if (readText(stampPath(rootDir)) === hash) return true;
  const record = readText(join(rootDir, 'node_modules/.package-lock.json'));
  if (record === null || !holdsAll(readPackages(record), readPackages(lockText(rootDir)))) return false;
  writeFileSync(stampPath(rootDir), hash);
  return true;
}

/**
 * @param {Record<string, LockedPackage>} installed
 * @param {Record<string, LockedPackage>} locked
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 */
function holdsAll(installed, locked) {
  const isSame = (/** @type {string} */ place) =>
    installed[place]?.version === locked[place]?.version &&
    installed[place]?.integrity === locked[place]?.integrity;
  // Optional packages are those of other platforms too.
  const isMissable = (/** @type {string} */ place) =>
    installed[place] === undefined && (locked[place]?.optional || locked[place]?.devOptional);
  return (
    Object.keys(locked).every((place) => place === '' || isSame(place) || isMissable(place)) &&
    Object.keys(installed).every((place) => locked[place] !== undefined)
  );
}

/** @param {string} rootDir */
function npmArguments(rootDir) {
  // Windows cannot delete the running node.exe, which `npm ci` would do: there, only what differs is replaced.
  const isInUse = process.platform === 'win32' && existsSync(join(rootDir, 'node_modules'));
  const command = isInUse ? ['install', '--no-save'] : ['ci'];
  // The packages are all development packages: NODE_ENV=production or `omit=dev` must not leave them out. Below
  // `error`, npm prints a warning for each package that asks for a newer Node than npm itself runs on.
  return [...command, '--include=dev', '--include=optional', '--loglevel=error', '--no-audit', '--no-fund'];
}

/**
 * The npm that started this process, else the one on the path.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ command: string, args: readonly string[] }}
 */
function npm(env) {
  const { npm_execpath: script, npm_node_execpath: node } = env;
  if (script && node && /npm-cli\.[cm]?js$/.test(script)) return { command: node, args: [script] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

/** @param {string} rootDir */
function stampPath(rootDir) {
  return join(rootDir, 'node_modules/.gatehouse-lock');
}

/** @param {string} rootDir */
function lockHash(rootDir) {
  return createHash('sha256').update(lockText(rootDir)).digest('hex');
}

/** @param {string} rootDir */
function lockText(rootDir) {
  return readFileSync(join(rootDir, 'package-lock.json'), 'utf8');
}

/**
 * @param {string} text
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(text) {
  return JSON.parse(text).packages ?? {};
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
