import { lstatSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { GatehouseError } from '#shared/errors/index.ts';

/**
 * Where a file or folder of the workspace really lies, which is inside of it; a link is followed as long as it stays
 * there.
 * @param file Path below the workspace, with `/`.
 * @throws workspace.missing, workspace.outside
 */
export function resolveInWorkspace(directory: string, file: string): string {
  const steps = file.split('/');
  if (steps.some((step) => ['', '.', '..'].includes(step) || /[\\:\0]/.test(step))) throw outside(file);
  const root = realRoot(directory);
  let path = root;
  for (const step of steps) {
    const next = join(path, step);
    path = realPath(next, file);
    if (!path.startsWith(root + sep)) throw outside(file);
  }
  return path;
}

function realRoot(directory: string): string {
  try {
    return realpathSync(directory);
  } catch (cause) {
    throw new GatehouseError('workspace.missing', `The workspace folder ${directory} does not exist.`, {
      fix: 'Restore the folder, then try again.',
      cause,
    });
  }
}

/** Tests whether an error of the file system says that nothing lies at the path. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

function realPath(path: string, file: string): string {
  if (!isLink(path)) return path;
  try {
    return realpathSync(path);
  } catch {
    // Where a broken link would lead cannot be told.
    throw outside(file);
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function outside(file: string): GatehouseError {
  return new GatehouseError('workspace.outside', `${file} is outside the workspace folder.`, {
    fix: 'Use a path inside the workspace folder, and replace links that point outside with files.',
    location: { file },
  });
}
