// Refuses comments that begin with a question: they name a thing by a riddle. Exit code 1 where there is one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { riddlesIn } from './support/comments.ts';
import { rootDir } from './support/root.ts';
import { sourceFiles } from './support/source-files.ts';

const places = sourceFiles().flatMap((path) =>
  riddlesIn(readFileSync(join(rootDir, path), 'utf8')).map(({ line, text }) => `${path}:${line}: ${text}\n`),
);
process.stdout.write(places.join(''));
process.stdout.write(`${places.length} comments begin with What, Whether, Who or Whoever.\n`);
process.exitCode = places.length === 0 ? 0 : 1;
