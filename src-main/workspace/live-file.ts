import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Problem } from '#shared/errors/index.ts';
import { parseJsonText, readTextFile } from './json-file.ts';

/** What a look at a file found, compared with the look before. */
export type Look = 'same' | 'changed' | 'missing';

/** One workspace file over time: its last good version stays in force while it is broken. */
export interface LiveFile<T> {
  /** Path below the workspace, with `/`. */
  readonly file: string;
  /** The last version that could be read; null where none ever could. */
  good(): T | null;
  problem(): Problem | null;
  look(): Look;
}

/** Follows one file; nothing is read before the first `look`. */
export function createLiveFile<Schema extends z.ZodType>(
  directory: string,
  file: string,
  schema: Schema,
): LiveFile<z.output<Schema>> {
  const path = join(directory, file);
  let stamp = '';
  let seen: string | null = null;
  let good: z.output<Schema> | null = null;
  let problem: Problem | null = null;

  function fail(found: Problem): Look {
    const isSame = JSON.stringify(problem) === JSON.stringify(withLastGood(found, good !== null));
    problem = withLastGood(found, good !== null);
    return isSame ? 'same' : 'changed';
  }

  return {
    file,
    good: () => good,
    problem: () => problem,
    look() {
      const now = stampOf(path);
      if (now === null) return 'missing';
      if (now === stamp) return 'same';
      stamp = now;
      const text = readTextFile(path, file);
      if ('problem' in text) {
        seen = null;
        return fail(text.problem);
      }
      if (text.value === seen) return 'same';
      seen = text.value;
      const parsed = parseJsonText(text.value, file, schema);
      if ('problem' in parsed) return fail(parsed.problem);
      good = parsed.value;
      problem = null;
      return 'changed';
    },
  };
}

/** Changes with every write of the file; null where there is none. */
function stampOf(path: string): string | null {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    // A file that may not be looked at is there all the same: reading it says what is wrong.
    return isMissing(error) ? null : 'unknown';
  }
}

/** Whether an error of the file system says that nothing lies at the path. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

function withLastGood(problem: Problem, hasGood: boolean): Problem {
  if (!hasGood || problem.fix === undefined) return problem;
  return { ...problem, fix: `${problem.fix} Its last good version stays in force.` };
}
