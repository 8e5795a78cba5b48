import { createHash } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GatehouseError } from '#shared/errors/index.ts';
import { type WorkspaceFormat, workspaceFileAt } from '#shared/workspace/index.ts';
import { readTextFile } from './json-file.ts';

/**
 * The format of a file that belongs to a workspace.
 * @throws workspace.outside
 */
export function requireWorkspaceFile(file: string): {
  readonly format: WorkspaceFormat;
  readonly name: string;
} {
  const found = /[\\:\0]/.test(file) ? null : workspaceFileAt(file);
  if (found !== null) return found;
  throw new GatehouseError('workspace.outside', `${file} is not a path of a workspace file.`, {
    fix: 'Use gatehouse.json, oauth/clients, oauth/users, environments, connectors/provisioner.openicf-<name>.json or routes/<nn>-<name>.json.',
    location: { file },
  });
}

/**
 * Returns the present content of a file; null where there is none.
 * @throws workspace.unreadable, workspace.too-large, workspace.outside
 */
export function textNow(directory: string, file: string): string | null {
  if (statSync(join(directory, file), { throwIfNoEntry: false }) === undefined) return null;
  const text = readTextFile(directory, file);
  if ('problem' in text) throw GatehouseError.fromProblem(text.problem);
  return text.value;
}

/** Names a version of a file; null: there is none. */
export function versionOf(text: string | null): string | null {
  return text === null ? null : createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 32);
}

/** Tests whether this user cannot write a file, there or yet to come. */
export function isReadOnly(directory: string, file: string): boolean {
  const path = join(directory, file);
  // A file is written by another taking its place, which asks for the right to its folder too.
  return !mayWrite(nearest(dirname(path))) || !mayWrite(nearest(path));
}

function nearest(path: string): string {
  let found = path;
  while (statSync(found, { throwIfNoEntry: false }) === undefined && dirname(found) !== found)
    found = dirname(found);
  return found;
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
