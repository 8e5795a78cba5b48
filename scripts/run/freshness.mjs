import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = [
  'src-main',
  'src-shared',
  'src-renderer',
  'docs',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/**
 * A digest of the names, sizes and times of everything that the build reads.
 * @param {string} rootDir
 * @returns {string}
 */
export function sourceFingerprint(rootDir) {
  const hash = createHash('sha256');
  for (const source of sources) addTo(hash, rootDir, source);
  return hash.digest('hex');
}

/**
 * Tells whether out/ was built from the sources as they are now.
 * @param {string} rootDir
 * @returns {boolean}
 */
export function isBuildFresh(rootDir) {
  const stamp = stampPath(rootDir);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceFingerprint(rootDir);
}

/**
 * Records that out/ was built from the sources that had this fingerprint when the build began.
 * @param {string} rootDir
 * @param {string} fingerprint
 */
export function markBuilt(rootDir, fingerprint) {
  writeFileSync(stampPath(rootDir), fingerprint);
}

/** @param {string} rootDir */
function stampPath(rootDir) {
  return join(rootDir, 'out/.build-stamp');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} rootDir
 * @param {string} path
 */
function addTo(hash, rootDir, path) {
  const absolute = join(rootDir, path);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    for (const name of readdirSync(absolute).toSorted()) addTo(hash, rootDir, `${path}/${name}`);
  } else if (stats !== undefined) {
    hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
  }
}
