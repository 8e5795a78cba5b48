import type { DatabaseSync } from 'node:sqlite';

/** Ends a transaction that failed: a full disk can have made SQLite roll it back already. */
export function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // There is no transaction any more: what made it fail is what its caller tells.
  }
}
