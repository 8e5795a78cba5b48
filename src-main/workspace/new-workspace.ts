import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { editJson, newJson } from './json-edit.ts';
import { listWorkspaceFiles } from './list-files.ts';
import { manifestFile } from './live-manifest.ts';
import { resolveInWorkspace } from './resolve-path.ts';

const identity = ['id', 'name'] as const;

/**
 * Makes a workspace in a folder that is empty or does not exist, whole or not at all.
 * @param sample Folder of the sample to begin with; null: nothing but a manifest.
 * @throws workspace.not-absolute, workspace.not-empty, workspace.unwritable
 */
export function createWorkspace(
  directory: string,
  name: string,
  sample: string | null,
  random: Random,
): void {
  makeFolder(directory, random, (half) => {
    if (sample !== null) cpSync(sample, half, { recursive: true });
    identify(half, name, random);
  });
}

/**
 * Copies the files of a workspace, and only those, into a folder that is empty or does not exist. The copy has an id
 * of its own, so that its state is its own too.
 * @throws workspace.not-absolute, workspace.not-empty, workspace.unwritable
 */
export function copyWorkspaceFiles(from: string, to: string, name: string, random: Random): void {
  makeFolder(to, random, (half) => {
    for (const file of listWorkspaceFiles(from).filter((path) => isOwnFile(from, path))) {
      mkdirSync(dirname(join(half, file)), { recursive: true });
      copyFileSync(join(from, file), join(half, file));
    }
    identify(half, name, random);
  });
}

/**
 * Refuses a folder into which no workspace may be put.
 * @throws workspace.not-absolute, workspace.not-empty
 */
export function requireEmptyFolder(directory: string): void {
  if (!isAbsolute(directory))
    throw new GatehouseError('workspace.not-absolute', `${directory} is not an absolute path.`, {
      fix: 'Enter the absolute path of the folder.',
    });
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found === undefined || (found.isDirectory() && readdirSync(directory).length === 0)) return;
  throw new GatehouseError('workspace.not-empty', `The folder ${directory} is not empty.`, {
    fix: 'Choose an empty folder, or one that does not exist yet.',
  });
}

/**
 * Fills a folder beside its place, then moves it there.
 * @throws workspace.not-absolute, workspace.not-empty, workspace.unwritable
 */
export function makeFolder(directory: string, random: Random, fill: (half: string) => void): void {
  requireEmptyFolder(directory);
  const suffix = Buffer.from(random.bytes(6)).toString('hex');
  const half = join(dirname(directory), `.${basename(directory)}.${suffix}.part`);
  try {
    mkdirSync(half, { recursive: true });
    fill(half);
    if (existsSync(directory)) rmdirSync(directory);
    renameSync(half, directory);
  } catch (cause) {
    rmSync(half, { recursive: true, force: true });
    throw new GatehouseError('workspace.unwritable', `The folder ${directory} cannot be created.`, {
      fix: 'Check that this user has write permission for the parent folder and that the disk has free space.',
      cause,
    });
  }
}

/** Sets name and id in the manifest; all else in it stays. */
function identify(directory: string, name: string, random: Random): void {
  const path = join(directory, manifestFile);
  const members = { id: `w-${Buffer.from(random.bytes(9)).toString('hex')}`, name };
  const text = existsSync(path)
    ? editJson(readFileSync(path, 'utf8'), members, identity)
    : newJson(members, identity);
  writeFileSync(path, text);
}

/** A file of its own inside the workspace: no link, and not reached by one that leads out. */
function isOwnFile(directory: string, file: string): boolean {
  try {
    return (
      lstatSync(resolveInWorkspace(directory, file)).isFile() &&
      !lstatSync(join(directory, file)).isSymbolicLink()
    );
  } catch {
    return false;
  }
}
