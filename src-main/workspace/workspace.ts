import { createHash } from 'node:crypto';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { manifestSchema, type Registrations } from '#shared/workspace/index.ts';
import { type WatchFolder, watchFolders } from './folder-watcher.ts';
import { readJsonFile } from './json-file.ts';
import {
  createLiveManifest,
  manifestFile,
  missingManifest,
  type WorkspaceManifest,
} from './live-manifest.ts';
import type { ClearSecretsAre, ResolveSecret } from './registration-entities.ts';
import { type Credentials, createRegistrations } from './registrations.ts';

/** A workspace with everything in it that services use. */
export interface Workspace extends WorkspaceManifest {
  readonly registrations: Registrations;
  readonly credentials: Credentials;
  /** Counts the changes since it was loaded. */
  readonly revision: number;
  /** Looks at the files now; `written` are those that Gatehouse wrote itself. True: look again soon. */
  rescan(written?: ReadonlySet<string>): boolean;
  /** Asks for every secret again: one was stored or forgotten. */
  resolveSecretsAgain(): void;
  onChange(listener: (change: WorkspaceChange) => void): () => void;
  /** Follows edits from outside until `close`. */
  watch(watchFolder?: WatchFolder): void;
  close(): void;
}

/** What changed in a workspace; no files where only a secret or a notice did. */
export interface WorkspaceChange {
  /** Paths below the workspace, with `/`. */
  readonly files: readonly string[];
  /** Those among them that Gatehouse did not write itself. */
  readonly editedOutside: readonly string[];
}

/**
 * Reads the manifest of the workspace at `directory`. A manifest that is broken or missing is a Problem, and the
 * defaults are in force.
 * @throws workspace.missing, workspace.not-a-directory, workspace.unreadable
 */
export function openWorkspaceManifest(directory: string): WorkspaceManifest {
  const real = checkDirectory(directory);
  const result = readJsonFile(join(real, manifestFile), manifestFile, manifestSchema);
  const manifest = 'value' in result ? result.value : manifestSchema.parse({ name: basename(real) });
  return {
    directory: real,
    name: manifest.name,
    id: manifest.id ?? `at-${createHash('sha256').update(real).digest('hex').slice(0, 24)}`,
    manifest,
    problems: 'value' in result ? [] : [manifestProblem(real, result.problem)],
  };
}

function manifestProblem(directory: string, problem: Problem): Problem {
  return exists(join(directory, manifestFile)) ? problem : missingManifest();
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function checkDirectory(directory: string): string {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found === undefined)
    throw new GatehouseError('workspace.missing', `The workspace ${directory} does not exist.`, {
      fix: 'Check the path, or create the folder.',
    });
  if (!found.isDirectory())
    throw new GatehouseError('workspace.not-a-directory', `The workspace ${directory} is a file.`, {
      fix: 'Give the folder that holds gatehouse.json.',
    });
  try {
    accessSync(directory, constants.R_OK | constants.X_OK);
    return realpathSync(directory);
  } catch (cause) {
    throw new GatehouseError('workspace.unreadable', `The workspace ${directory} cannot be read.`, {
      fix: 'Give this user the right to read it.',
      cause,
    });
  }
}

/** The folders whose entries are followed, below the workspace. */
const followedFolders = ['.', 'oauth', 'oauth/clients', 'oauth/users'];

/**
 * Reads what the manifest's folder registers and follows it: broken files are Problems, their last good versions and
 * all the rest are in force.
 */
export function loadWorkspace(
  opened: WorkspaceManifest,
  resolveSecret: ResolveSecret,
  clearSecretsAre: ClearSecretsAre = 'notice',
): Workspace {
  const { directory, id } = opened;
  const manifest = createLiveManifest(opened);
  const registered = createRegistrations(directory, resolveSecret, clearSecretsAre);
  const listeners = new Set<(change: WorkspaceChange) => void>();
  let fallback: readonly Problem[] = [];
  let revision = 0;
  let watcher: { close(): void } | null = null;
  registered.scan();

  function tell(change: WorkspaceChange): void {
    revision += 1;
    for (const listener of listeners) listener(change);
  }

  function rescan(written: ReadonlySet<string> = nothingWritten): boolean {
    const scans = [manifest.scan(), registered.scan()];
    const changed = scans.flatMap((scan) => scan.changed);
    if (changed.length > 0)
      tell({ files: changed, editedOutside: changed.filter((file) => !written.has(file)) });
    return scans.some(({ isUnsettled }) => isUnsettled);
  }

  return {
    directory,
    id,
    registrations: registered.registrations,
    credentials: registered.credentials,
    get name() {
      return manifest.manifest().name;
    },
    get manifest() {
      return manifest.manifest();
    },
    get problems() {
      return [...manifest.problems(), ...fallback, ...registered.problems()];
    },
    get revision() {
      return revision;
    },
    rescan,
    resolveSecretsAgain() {
      registered.resolveAgain();
      tell({ files: [], editedOutside: [] });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watch(watchFolder) {
      watcher ??= watchFolders({
        folders: followedFolders.map((folder) => join(directory, folder)),
        rescan: () => rescan(),
        onFallback(cause) {
          fallback = [unwatchable(cause)];
          tell({ files: [], editedOutside: [] });
        },
        ...(watchFolder === undefined ? {} : { watchFolder }),
      });
    },
    close() {
      watcher?.close();
      listeners.clear();
    },
  };
}

const nothingWritten: ReadonlySet<string> = new Set();

function unwatchable(cause: unknown): Problem {
  return new GatehouseError('workspace.unwatchable', 'The system cannot watch the workspace folder.', {
    fix: 'Nothing to do: it is looked at every 2 seconds instead.',
    cause,
  }).toProblem('notice');
}
