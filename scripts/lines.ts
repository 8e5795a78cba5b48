// Counts the lines of code, without blank lines and comments, in each root. With a revision: then, now, and the difference.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeLines } from './support/comments.ts';
import { rootDir } from './support/root.ts';
import { isModule, sourceFiles } from './support/source-files.ts';

type Sums = ReadonlyMap<string, number>;

function sumsOf(files: readonly string[], read: (path: string) => string): Sums {
  const sums = new Map<string, number>();
  for (const path of files) {
    const root = path.includes('/') ? path.slice(0, path.indexOf('/')) : '.';
    sums.set(root, (sums.get(root) ?? 0) + codeLines(read(path)));
  }
  return sums;
}

function git(...parameters: readonly string[]): string {
  return execFileSync('git', parameters, { cwd: rootDir, encoding: 'utf8', maxBuffer: 64 * 1_048_576 });
}

function print(root: string, ...counts: readonly number[]): void {
  process.stdout.write(`${root.padEnd(14)} ${counts.map((count) => String(count).padStart(7)).join(' ')}\n`);
}

const present = sourceFiles().filter((file) => existsSync(join(rootDir, file)));
const now = sumsOf(present, (path) => readFileSync(join(rootDir, path), 'utf8'));
const [revision] = process.argv.slice(2);
const listed = revision === undefined ? '' : git('ls-tree', '-r', '--name-only', revision);
const then = sumsOf(listed.split('\n').filter(isModule), (path) => git('show', `${revision}:${path}`));

for (const root of [...new Set([...then.keys(), ...now.keys()])].toSorted()) {
  const [before, after] = [then.get(root) ?? 0, now.get(root) ?? 0];
  if (revision === undefined) print(root, after);
  else print(root, before, after, after - before);
}
