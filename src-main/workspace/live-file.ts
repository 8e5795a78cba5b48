import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '#shared/errors/index.ts';
import { type JsonDocument, parseJsonDocument, readTextFile } from './json-file.ts';
import { isMissing } from './resolve-path.ts';

/** The result of a look at a file, compared with the look before. */
export type Look = 'same' | 'changed' | 'missing';

/** The meaning of a document: its value, with its doubtful points, or why it means nothing. */
export type Interpretation<T> =
  | { readonly value: T; readonly problems: readonly Problem[] }
  | { readonly problem: Problem };

export type Interpret<T> = (document: JsonDocument) => Interpretation<T>;

/** A version of a file that could be read. */
export interface GoodVersion<T> {
  readonly value: T;
  readonly document: JsonDocument;
}

/** One workspace file over time: its last good version stays in force while it is broken. */
export interface LiveFile<T> {
  /** Path below the workspace, with `/`. */
  readonly file: string;
  /** The last version that could be read; null where none ever could. */
  good(): GoodVersion<T> | null;
  problems(): readonly Problem[];
  look(): Look;
  /** Interprets the text anew: its dependencies have changed. */
  interpretAgain(): void;
}

/** Follows one file; nothing is read before the first `look`. */
export function createLiveFile<T>(directory: string, file: string, interpret: Interpret<T>): LiveFile<T> {
  const path = join(directory, file);
  let stamp = '';
  let seen: string | null = null;
  let good: GoodVersion<T> | null = null;
  let problems: readonly Problem[] = [];

  function fail(found: Problem): Look {
    const next = [withLastGood(found, good !== null)];
    const isSame = JSON.stringify(problems) === JSON.stringify(next);
    problems = next;
    return isSame ? 'same' : 'changed';
  }

  function take(text: string): Look {
    const parsed = parseJsonDocument(text, file);
    if ('problem' in parsed) return fail(parsed.problem);
    const found = interpret(parsed.value);
    if ('problem' in found) return fail(found.problem);
    good = { value: found.value, document: parsed.value };
    problems = found.problems;
    return 'changed';
  }

  return {
    file,
    good: () => good,
    problems: () => problems,
    look() {
      const now = stampOf(path);
      if (now === null) return 'missing';
      if (now === stamp) return 'same';
      stamp = now;
      const text = readTextFile(directory, file);
      if ('problem' in text) {
        seen = null;
        return fail(text.problem);
      }
      if (text.value === seen) return 'same';
      seen = text.value;
      return take(text.value);
    },
    interpretAgain() {
      if (seen !== null) take(seen);
    },
  };
}

/** Changes with every write of the file; null where there is none. */
function stampOf(path: string): string | null {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    // A file without read permission exists all the same: reading it gives the problem.
    return isMissing(error) ? null : 'unknown';
  }
}

function withLastGood(problem: Problem, hasGood: boolean): Problem {
  if (!hasGood || problem.fix === undefined) return problem;
  return { ...problem, fix: `${problem.fix} The last valid version stays in effect.` };
}
