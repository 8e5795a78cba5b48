import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#shared/time/clock.ts';
import { workspaceFormats } from '#shared/workspace/index.ts';

/** Folders of a workspace into which Gatehouse writes; the manifest lies in the workspace itself. */
const writtenFolders = new Set(Object.values(workspaceFormats).map(({ folder }) => folder));
/** Names of the files that `writeWorkspaceFile` writes before they take the place of the file. */
const temporaryName = /^\..+\.[0-9a-f]{12}\.tmp$/;
/** Younger ones may be another process's work of this moment, in milliseconds. */
const leftAfterMillis = 10_000;

/** Removes what a process that was killed while it saved left beside the files of a workspace. */
export function removeLeftovers(directory: string, clock: Clock): void {
  for (const folder of writtenFolders)
    for (const name of temporaryFiles(join(directory, folder))) {
      const path = join(directory, folder, name);
      try {
        if (clock.nowMillis() - statSync(path).mtimeMs >= leftAfterMillis) rmSync(path);
      } catch {
        // One that cannot be removed is in nobody's way: the next start tries again.
      }
    }
}

function temporaryFiles(path: string): readonly string[] {
  try {
    return readdirSync(path).filter((name) => temporaryName.test(name));
  } catch {
    return [];
  }
}
