import { createHash } from 'node:crypto';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { type Manifest, manifestSchema, type Registrations } from '#shared/workspace/index.ts';
import { readJsonFile } from './json-file.ts';
import { type Credentials, type ResolveSecret, readRegistrations } from './registrations.ts';

/** A workspace's folder and manifest: enough to find its state. */
export interface WorkspaceManifest {
  readonly directory: string;
  readonly name: string;
  /** Names the state: the manifest's `id`, else derived from where the folder lies. */
  readonly id: string;
  readonly manifest: Manifest;
  readonly problems: readonly Problem[];
}

/** A workspace with everything in it that services use. */
export interface Workspace extends WorkspaceManifest {
  readonly registrations: Registrations;
  readonly credentials: Credentials;
}

/**
 * Reads the manifest of the workspace at `directory`. A manifest that is broken or missing is a Problem, and the
 * defaults are in force.
 * @throws workspace.missing, workspace.not-a-directory, workspace.unreadable
 */
export function openWorkspaceManifest(directory: string): WorkspaceManifest {
  const real = checkDirectory(directory);
  const result = readJsonFile(join(real, 'gatehouse.json'), 'gatehouse.json', manifestSchema);
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
  if (exists(join(directory, 'gatehouse.json'))) return problem;
  return new GatehouseError('workspace.no-manifest', 'The folder has no gatehouse.json.', {
    fix: 'Create one with a "name", or open another folder. Until then the defaults are in force.',
    location: { file: 'gatehouse.json' },
  }).toProblem('warning');
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

/** Reads what the manifest's folder registers; broken files are Problems, the rest is in force. */
export function loadWorkspace(opened: WorkspaceManifest, resolveSecret: ResolveSecret): Workspace {
  const { registrations, credentials, problems } = readRegistrations(opened.directory, resolveSecret);
  return { ...opened, registrations, credentials, problems: [...opened.problems, ...problems] };
}
