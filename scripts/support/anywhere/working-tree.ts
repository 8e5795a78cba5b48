import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Files that commands make and nobody commits, as listed in .gitignore. */
const made = new Set([
  'node_modules',
  'out',
  '.reports',
  'test-results',
  'playwright-report',
  'coverage',
  'dist',
]);

/**
 * The files of a checkout, as paths from its top: what Git would commit, and in a copy without Git everything but what
 * commands make.
 */
export function workingTree(rootDir: string): readonly string[] {
  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: rootDir, encoding: 'utf8' });
  const top = git('rev-parse', '--show-toplevel');
  // A copy can lie in the checkout of something else.
  const isOurs = top.status === 0 && realpathSync(top.stdout.trimEnd()) === realpathSync(rootDir);
  if (!isOurs) return walk(rootDir, '');
  const { stdout } = git('ls-files', '-z', '--cached', '--others', '--exclude-standard');
  return stdout.split('\0').filter((path) => path !== '' && existsSync(join(rootDir, path)));
}

function walk(rootDir: string, folder: string): readonly string[] {
  return readdirSync(join(rootDir, folder), { withFileTypes: true }).flatMap((entry) => {
    if (made.has(entry.name) || entry.name === '.git') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(rootDir, path) : [path];
  });
}
