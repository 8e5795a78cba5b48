import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const pollMillis = 200;
/** A lock without the number of its holder is one that is just being taken, or was left half taken. */
const takingMillis = 5_000;

/**
 * Does work that two commands in one checkout must not do at once (installing, building); a lock whose holder has
 * died is taken over.
 * @param {string} rootDir
 * @param {() => Promise<void>} work
 * @returns {Promise<void>}
 */
export async function withLock(rootDir, work) {
  const lockDir = join(rootDir, '.reports/run.lock');
  const holderPath = join(lockDir, 'pid');
  mkdirSync(join(rootDir, '.reports'), { recursive: true });
  for (let isFirst = true; !take(lockDir); isFirst = false) {
    if (isAbandoned(lockDir, holderPath)) rmSync(lockDir, { recursive: true, force: true });
    else if (isFirst) process.stderr.write('Waiting for another command in this checkout …\n');
    await setTimeout(pollMillis);
  }
  try {
    writeFileSync(holderPath, String(process.pid));
    await work();
  } finally {
    rmSync(lockDir, { recursive: true, force: true });
  }
}

/** @param {string} lockDir */
function take(lockDir) {
  try {
    mkdirSync(lockDir);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} lockDir
 * @param {string} holderPath
 */
function isAbandoned(lockDir, holderPath) {
  try {
    process.kill(Number(readFileSync(holderPath, 'utf8')), 0);
    return false;
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return true;
    if (codeOf(error) !== 'ENOENT') return false;
  }
  const age =
    Date.now() - (statSync(lockDir, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY);
  return age > takingMillis;
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
