import { readdirSync } from 'node:fs';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { WorkspaceFormat } from '#shared/workspace/index.ts';
import type { JsonDocument } from './json-file.ts';
import { createLiveFile, type Interpret, type LiveFile } from './live-file.ts';
import { isMissing, resolveInWorkspace } from './resolve-path.ts';

/** The result of a scan. */
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
  readonly document: JsonDocument;
}

/** A folder of entity files over time. */
export interface EntityFolder<T> {
  scan(): Scan;
  /** The files in force in the order of their names. */
  files(): readonly EntityFile<T>[];
  /** All files that are there, those that could never be read among them. */
  paths(): readonly string[];
  problems(): readonly Problem[];
  /** Interprets every file anew: what they depend on has changed. */
  interpretAgain(): void;
}

/** Follows the files of one format; a file counts as gone when two scans running do not find it. */
export function createEntityFolder<T>(
  directory: string,
  format: WorkspaceFormat,
  interpret: Interpret<T>,
): EntityFolder<T> {
  const { folder } = format;
  const files = new Map<string, LiveFile<T>>();
  const vanished = new Set<string>();
  let unreadable: Problem | null = null;
  let strangers: readonly string[] = [];

  function look(name: string): boolean {
    const file = files.get(name) ?? createLiveFile(directory, `${folder}/${name}`, interpret);
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
      const listed = listJson(directory, format);
      if ('code' in listed) {
        const isNew = unreadable === null;
        unreadable = listed;
        return { changed: isNew ? [folder] : [], isUnsettled: false };
      }
      const areStrangersNew = strangers.join('/') !== listed.strangers.join('/');
      const changed = unreadable !== null || areStrangersNew ? [folder] : [];
      unreadable = null;
      strangers = listed.strangers;
      for (const name of listed.present) if (look(name)) changed.push(`${folder}/${name}`);
      for (const name of files.keys())
        if (!listed.present.has(name) && miss(name)) changed.push(`${folder}/${name}`);
      return { changed, isUnsettled: vanished.size > 0 };
    },
    files: () =>
      ordered(files).flatMap((live) => {
        const good = live.good();
        return good === null ? [] : [{ file: live.file, ...good }];
      }),
    paths: () => ordered(files).map(({ file }) => file),
    problems: () => [
      ...(unreadable === null ? [] : [unreadable]),
      ...strangers.map((name) => strangerProblem(name, format)),
      ...ordered(files).flatMap((file) => file.problems()),
    ],
    interpretAgain() {
      for (const file of files.values()) file.interpretAgain();
    },
  };
}

function ordered<T>(files: ReadonlyMap<string, LiveFile<T>>): readonly LiveFile<T>[] {
  return [...files.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

interface Listed {
  readonly present: ReadonlySet<string>;
  /** JSON files whose names are not those of the format. */
  readonly strangers: readonly string[];
}

function listJson(directory: string, { folder, fileName }: WorkspaceFormat): Listed | Problem {
  try {
    const names = readdirSync(resolveInWorkspace(directory, folder)).filter(
      (name) => name.endsWith('.json') && !name.startsWith('.'),
    );
    return {
      present: new Set(names.filter((name) => fileName.test(name))),
      strangers: names.filter((name) => !fileName.test(name)).toSorted(),
    };
  } catch (cause) {
    if (cause instanceof GatehouseError) return cause.toProblem();
    const isFile = cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR';
    if (isMissing(cause) && !isFile) return { present: new Set(), strangers: [] };
    return new GatehouseError('workspace.unreadable', `The folder ${folder} is not readable.`, {
      fix: isFile
        ? 'Remove the file that has the name of the folder.'
        : 'Give this user permission to read it. Until then, the version read before stays in effect.',
      location: { file: folder },
      cause,
    }).toProblem();
  }
}

function strangerProblem(name: string, { folder, named }: WorkspaceFormat): Problem {
  return new GatehouseError('workspace.unknown-file', `Gatehouse does not read ${folder}/${name}.`, {
    fix: `Rename it to ${named}, or move it to another folder.`,
    location: { file: `${folder}/${name}` },
  }).toProblem('warning');
}
