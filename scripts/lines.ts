// Counts the lines of code, without blank lines and comments, in each root.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeLines } from './support/comments.ts';
import { rootDir } from './support/root.ts';
import { sourceFiles } from './support/source-files.ts';

const sums = new Map<string, number>();
for (const path of sourceFiles().filter((file) => existsSync(join(rootDir, file)))) {
  const root = path.includes('/') ? path.slice(0, path.indexOf('/')) : '.';
  sums.set(root, (sums.get(root) ?? 0) + codeLines(readFileSync(join(rootDir, path), 'utf8')));
}
for (const [root, lines] of [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  process.stdout.write(`${root.padEnd(14)} ${lines}\n`);
