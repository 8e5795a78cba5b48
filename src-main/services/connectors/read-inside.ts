import { readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Reads a file of a folder; null if it cannot be read, or is outside: a foreign workspace must not lead out
 * of itself.
 */
export function readInside(directory: string, file: string): Buffer | null {
  try {
    const path = realpathSync(join(directory, file));
    return path.startsWith(`${realpathSync(directory)}${sep}`) ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

/** The script that a request of the management interface names, in the folder `scripts` of the workspace; null: there is none. */
export function readScript(directory: string, file: string): string | null {
  return readInside(join(directory, 'scripts'), file)?.toString('utf8') ?? null;
}
