import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';

const ofOthers = 0o077;
const sticky = 0o1000;
/** File that distinguishes the folder of a state from others. */
const stateFile = 'state.db';

/**
 * Makes a folder that only this user can look into. One that is there and open to others is closed to them where it
 * is empty or holds a state of this user's already; any other is somebody's, and refused.
 * @throws state.exposed, state.unwritable
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Windows gives a folder to whom its parent is given, and has no modes.
    if (process.platform === 'win32' || isPrivate(folder)) return;
    if (mayClose(folder)) chmodSync(folder, 0o700);
  } catch (cause) {
    throw new GatehouseError('state.unwritable', `The state directory ${folder} is not writable.`, {
      fix: 'Give this user write permission, or choose another directory with --state-dir.',
      cause,
    });
  }
  if (isPrivate(folder)) return;
  throw new GatehouseError('state.exposed', `Other users of this machine can read ${folder}.`, {
    fix: `Restrict its permissions (chmod 700), or use a folder inside it: --state-dir ${join(folder, 'gatehouse')}`,
  });
}

/**
 * Creates a file that only this user can read, regardless of the umask, and restricts an existing one. SQLite
 * gives the files beside a database the mode of the database. An existing file is never opened: closing it
 * would release the locks that this process holds on it.
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere) throw error;
    const isOpen = process.platform !== 'win32' && (statSync(file).mode & ofOthers) !== 0;
    if (isOpen && isOwn(file)) chmodSync(file, 0o600);
  }
}

function isPrivate(folder: string): boolean {
  return (statSync(folder).mode & ofOthers) === 0 && isOwn(folder);
}

/**
 * Tests whether this user controls a path; the superuser controls every one, such as a folder of the host in a
 * container.
 */
function isOwn(path: string): boolean {
  const user = process.getuid?.();
  return user === 0 || statSync(path).uid === user;
}

function mayClose(folder: string): boolean {
  if (!isOwn(folder) || (statSync(folder).mode & sticky) !== 0) return false;
  const names = readdirSync(folder);
  return names.length === 0 || (names.includes(stateFile) && isOwn(join(folder, stateFile)));
}
