import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rootDir } from '../../scripts/support/root.ts';
import { type Mutant, mutated } from '../spec/mutants.ts';

/** A copy of the checkout in which one file at a time is another. */
export interface Scratch {
  readonly directory: string;
  /** Does something while a file is mutated. @throws Error where the text of the mutant is not there */
  during<T>(mutant: Mutant, act: () => Promise<T>): Promise<T>;
  remove(): void;
}

/** Copies what is committed or about to be. */
export function makeScratch(): Scratch {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-mutation-'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: rootDir,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  for (const file of listed.split('\0').filter((path) => path !== '')) {
    mkdirSync(join(directory, dirname(file)), { recursive: true });
    copyFileSync(join(rootDir, file), join(directory, file));
  }
  for (const folder of ['node_modules', 'out']) symlinkSync(join(rootDir, folder), join(directory, folder));
  return {
    directory,
    async during(mutant, act) {
      const file = join(directory, mutant.file);
      const source = readFileSync(file, 'utf8');
      writeFileSync(file, mutated(source, mutant));
      try {
        return await act();
      } finally {
        writeFileSync(file, source);
      }
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
