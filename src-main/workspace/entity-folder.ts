import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { createLiveFile, isMissing, type LiveFile } from './live-file.ts';

/** What a scan found. */
export interface Scan {
  /** Files that are new, changed or gone since the scan before, by their paths below the workspace. */
  readonly changed: readonly string[];
  /** A file has just vanished: an editor that saves by renaming may put it back, so look again soon. */
  readonly isUnsettled: boolean;
}

/** A file in force, with the last version of it that could be read. */
export interface EntityFile<T> {
  readonly file: string;
  readonly value: T;
}

/** A folder of entity files over time. */
export interface EntityFolder<T> {
  scan(): Scan;
  /** The files in force in the order of their names. */
  files(): readonly EntityFile<T>[];
  problems(): readonly Problem[];
}

/** Follows the JSON files of one folder; a file counts as gone when two scans running do not find it. */
export function createEntityFolder<Schema extends z.ZodType>(
  directory: string,
  folder: string,
  schema: Schema,
): EntityFolder<z.output<Schema>> {
  const files = new Map<string, LiveFile<z.output<Schema>>>();
  const vanished = new Set<string>();
  let unreadable: Problem | null = null;

  function look(name: string): boolean {
    const file = files.get(name) ?? createLiveFile(directory, `${folder}/${name}`, schema);
    const found = file.look();
    if (found === 'missing') return false;
    files.set(name, file);
    vanished.delete(name);
    return found === 'changed';
  }

  /** Returns whether the file is gone for good. */
  function miss(name: string): boolean {
    if (!vanished.has(name)) {
      vanished.add(name);
      return false;
    }
    vanished.delete(name);
    return files.delete(name);
  }

  return {
    scan() {
      const names = listJson(join(directory, folder), folder);
      if (!('present' in names)) {
        const isNew = unreadable === null;
        unreadable = names;
        return { changed: isNew ? [folder] : [], isUnsettled: false };
      }
      const changed = unreadable === null ? [] : [folder];
      unreadable = null;
      for (const name of names.present) if (look(name)) changed.push(`${folder}/${name}`);
      for (const name of files.keys())
        if (!names.present.has(name) && miss(name)) changed.push(`${folder}/${name}`);
      return { changed, isUnsettled: vanished.size > 0 };
    },
    files: () =>
      ordered(files).flatMap((file) => {
        const value = file.good();
        return value === null ? [] : [{ file: file.file, value }];
      }),
    problems: () => [
      ...(unreadable === null ? [] : [unreadable]),
      ...ordered(files).flatMap((file) => file.problem() ?? []),
    ],
  };
}

function ordered<T>(files: ReadonlyMap<string, LiveFile<T>>): readonly LiveFile<T>[] {
  return [...files.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

function listJson(path: string, folder: string): { readonly present: ReadonlySet<string> } | Problem {
  try {
    return { present: new Set(readdirSync(path).filter((name) => name.endsWith('.json'))) };
  } catch (cause) {
    if (isMissing(cause)) return { present: new Set() };
    return new GatehouseError('workspace.unreadable', `The folder ${folder} cannot be read.`, {
      fix: 'Give this user the right to read it; until then what was read before stays in force.',
      location: { file: folder },
      cause,
    }).toProblem();
  }
}
