import { closeSync, fchmodSync, fsyncSync, openSync, writeFileSync } from 'node:fs';

/** Writes a new file and has it on the disk when it returns; it must not be there yet. */
export function writeSynced(
  path: string,
  content: string | Uint8Array,
  modes: { readonly atOpen?: number; readonly after?: number | undefined } = {},
): void {
  const descriptor = openSync(path, 'wx', modes.atOpen);
  try {
    if (modes.after !== undefined) fchmodSync(descriptor, modes.after & 0o777);
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes new names in a folder durable; not every system lets a folder be synced. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The file itself is synced; its new name may be lost in a power failure, which leaves the former version.
  }
}
