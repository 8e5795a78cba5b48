import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled, runCommand } from './commands.ts';
import { workingTree } from './working-tree.ts';

/** Caches of tools that write over what is there: a clone begins without them, and writes none into the checkout. */
const caches = ['.vite', '.vite-temp', '.vitest-cache', '.cache'];
const packages = 'node_modules';
const maxArguments = 500;

/** Where the clones of one run lie. */
export interface Workshop {
  /** A folder that everybody can enter. */
  readonly folder: string;
  /** The clone of all places that differ only in what is around it. */
  ordinary(): string;
  /**
   * A clone below the folder, made when it is first asked for: with a history of Git unless it should have none, and
   * prepared once.
   */
  clone(path: string, kind?: 'repository' | 'archive', prepareOnce?: (checkout: string) => void): string;
  /** Removes everything. */
  discard(): void;
}

/**
 * Opens a workshop. What is cloned is the working tree, not the last commit: that is what the person who runs this would
 * commit. The packages are linked where the file system is the same, since they are 800 MB.
 */
export function openWorkshop(rootDir: string): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-anywhere-'));
  chmodSync(folder, 0o755);
  const source = join(folder, 'source');
  fillSource(rootDir, source);
  const clone: Workshop['clone'] = (below, kind = 'repository', prepareOnce = () => {}) => {
    const path = join(folder, below);
    if (existsSync(path)) return path;
    mkdirSync(path, { recursive: true });
    const { hasGit, parts } = partsOf(source);
    for (const name of parts) runCommand('cp', ['-a', join(source, name), path]);
    linkPackages(source, path);
    if (hasGit && kind === 'repository') runCommand('cp', ['-a', join(source, '.git'), path]);
    prepareOnce(path);
    return path;
  };
  return {
    folder,
    clone,
    ordinary: () => clone('ordinary'),
    // Some 50,000 files a clone.
    discard: () => void runCommand('rm', ['-rf', folder]),
  };
}

function partsOf(source: string): { readonly hasGit: boolean; readonly parts: readonly string[] } {
  const names = runCommand('ls', ['-A', source]).split('\n').filter(Boolean);
  return {
    hasGit: names.includes('.git'),
    parts: names.filter((name) => name !== '.git' && name !== packages),
  };
}

/** The clone from which the others are made. */
function fillSource(rootDir: string, source: string): void {
  mkdirSync(source);
  const paths = [...workingTree(rootDir), 'out'];
  for (let from = 0; from < paths.length; from += maxArguments)
    runCommand('cp', ['-a', '--parents', '-t', source, ...paths.slice(from, from + maxArguments)], {
      cwd: rootDir,
    });
  linkPackages(rootDir, source);
  for (const cache of caches) rmSync(join(source, packages, cache), { recursive: true, force: true });
  if (!isInstalled('git')) return;
  // Whatever the person who runs this has told Git.
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const author = ['-c', 'user.name=Anywhere', '-c', 'user.email=anywhere@example.invalid'];
  for (const args of [
    ['init', '-q'],
    // From 6,700 objects on Git packs them in the background after a commit, and removes files while they are copied.
    ['config', 'gc.auto', '0'],
    ['config', 'maintenance.auto', 'false'],
    ['add', '-A'],
    [...author, 'commit', '-q', '-m', 'A clone'],
  ])
    runCommand('git', args, { cwd: source, env });
}

function linkPackages(from: string, to: string): void {
  const isNear = statSync(join(from, packages)).dev === statSync(to).dev;
  runCommand('cp', [isNear ? '-al' : '-a', join(from, packages), to]);
}

/** Gives a clone to another user; the packages are linked to those of the checkout, and keep their owner. */
export function giveTo(uid: number, checkout: string): void {
  const { hasGit, parts } = partsOf(checkout);
  const own = [...parts, ...(hasGit ? ['.git'] : [])].map((name) => join(checkout, name));
  runCommand('chown', ['-R', `${uid}:${uid}`, ...own]);
  runCommand('chown', [`${uid}:${uid}`, checkout, join(checkout, packages)]);
}
