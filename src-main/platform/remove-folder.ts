import { rmSync } from 'node:fs';

/**
 * Removes a folder with everything in it, if it is there. Where a piece of work that ends in this moment still writes a
 * file into it, it is removed at the next of twenty tries.
 */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 10 });
}
