import type { DatabaseSync } from 'node:sqlite';

/** Maximum size of the remaining data for rewriting the database; more would delay commits for too long. */
const rewrittenLimitBytes = 32 * 1_048_576;

/** Removes data for good: it is erased from the file, and its space released, in little time. */
export interface Shrinking {
  /** Runs a removal that overwrites the removed data. */
  wiping<T>(remove: () => T): T;
  /**
   * Runs a removal that is too large for overwriting: the rest is rewritten instead, when the file shrinks.
   */
  clearing(remove: () => void): void;
  /** Gives unused room back to the disk, where that takes little time or something was cleared. */
  shrink(): void;
}

/** Makes the way by which things leave a database. */
export function createShrinking(database: DatabaseSync): Shrinking {
  let isCleared = false;
  const pragma = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  return {
    wiping(remove) {
      database.exec('PRAGMA secure_delete = ON');
      try {
        return remove();
      } finally {
        database.exec('PRAGMA secure_delete = OFF');
      }
    },
    clearing(remove) {
      remove();
      isCleared = true;
    },
    shrink() {
      const leftBytes = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
      if (isCleared || leftBytes <= rewrittenLimitBytes) database.exec('VACUUM');
      isCleared = false;
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
  };
}
