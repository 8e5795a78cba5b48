import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { placeOf } from './place.ts';

/**
 * Writes one file of the workspace whole or not at all: a temporary file beside it, synced, takes its place. Folders
 * that are missing are made; a link is followed as long as it stays inside.
 * @param file Path below the workspace, with `/`.
 * @throws workspace.missing, workspace.outside, workspace.unwritable
 */
export function writeWorkspaceFile(directory: string, file: string, text: string, random: Random): void {
  const path = placeOf(directory, file);
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${Buffer.from(random.bytes(6)).toString('hex')}.tmp`);
  let isBegun = false;
  try {
    mkdirSync(folder, { recursive: true });
    isBegun = true;
    writeSynced(temporary, text, statSync(path, { throwIfNoEntry: false })?.mode);
    renameSync(temporary, path);
    syncFolder(folder);
  } catch (cause) {
    if (isBegun) rmSync(temporary, { force: true });
    throw new GatehouseError('workspace.unwritable', `${file} cannot be written.`, {
      fix: 'Make the file and its folder writable for this user, and see that the disk has room.',
      location: { file },
      cause,
    });
  }
}

function writeSynced(path: string, text: string, mode: number | undefined): void {
  const descriptor = openSync(path, 'wx');
  try {
    if (mode !== undefined) fchmodSync(descriptor, mode & 0o777);
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the new name durable; not every system lets a folder be synced. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The file itself is synced; its name may be lost with the power, and the former version then stands.
  }
}
