import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from './private-files.ts';

/** How long taking the lock waits, in milliseconds: a process that only looks holds it up for a moment. */
const patienceMillis = 20;

/**
 * Takes a lock that ends with the process, whatever ends it: a transaction held open on a database of its own. It
 * counts among all processes of this kernel, in whichever container they run, and not between machines. Returns the
 * way to give it back; null: another process, or this one, holds it. The file stays: who removed it would take away
 * what another is about to lock.
 */
export function holdLock(file: string): (() => void) | null {
  makePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: patienceMillis });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return () => database.close();
}

/** Tests whether any process holds a lock, including this one. */
export function isLockHeld(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    // A file that cannot be read for another reason is held by nobody.
    return isBusy(error);
  } finally {
    database.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked/i.test(error.message);
}
