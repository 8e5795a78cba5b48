import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolder, writeSynced } from '#main/platform/durable-files.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { resolveInWorkspace } from './resolve-path.ts';

/**
 * Writes one file of the workspace whole or not at all: a temporary file beside it, synced, takes its place. Folders
 * that are missing are made; a link is followed as long as it stays inside.
 * @param file Path below the workspace, with `/`.
 * @throws workspace.missing, workspace.outside, workspace.unwritable
 */
export function writeWorkspaceFile(directory: string, file: string, text: string, random: Random): void {
  const path = resolveInWorkspace(directory, file);
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${Buffer.from(random.bytes(6)).toString('hex')}.tmp`);
  let isBegun = false;
  try {
    mkdirSync(folder, { recursive: true });
    isBegun = true;
    writeSynced(temporary, text, { after: statSync(path, { throwIfNoEntry: false })?.mode });
    renameSync(temporary, path);
    syncFolder(folder);
  } catch (cause) {
    if (isBegun) rmSync(temporary, { force: true });
    throw new GatehouseError('workspace.unwritable', `${file} is not writable.`, {
      fix: 'Check that this user has write permission for the file and its folder, and that the disk has free space.',
      location: { file },
      cause,
    });
  }
}
