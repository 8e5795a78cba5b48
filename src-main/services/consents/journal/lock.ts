import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { networkFileSystemOf } from '#main/platform/file-systems.ts';
import { holdLock, isLockHeld } from '#main/platform/held-lock.ts';
import { GatehouseError } from '#shared/errors/index.ts';

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/**
 * Takes the lock of an import; the returned function releases it.
 * @throws import.busy, import.network-folder, import.job-file where the lock cannot be written
 */
export function takeLock(path: string, fileSystemOf = networkFileSystemOf): () => void {
  const directory = dirname(path);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const fileSystem = fileSystemOf(directory);
  if (fileSystem !== null) throw onNetwork(directory, fileSystem);
  let release: (() => void) | null = null;
  try {
    release = holdLock(path);
    if (release !== null) noteHolder(path);
  } catch (cause) {
    release?.();
    throw unwritable(path, cause);
  }
  if (release === null) throw busy(path);
  const held = release;
  return () => {
    rmSync(holderFile(path), { force: true });
    held();
  };
}

function noteHolder(path: string): void {
  const holder: Holder = { pid: process.pid, host: hostname() };
  writeFileSync(holderFile(path), JSON.stringify(holder), { mode: 0o600 });
}

/** Describes the process that works on an import, here or in another container; null: nobody does. */
export function lockHolder(path: string): string | null {
  return isLockHeld(path) ? nameOfHolder(path) : null;
}

/** Names the holder for people alone: numbers of processes mean nothing in another container. */
function nameOfHolder(path: string): string {
  try {
    const { pid, host } = JSON.parse(readFileSync(holderFile(path), 'utf8')) as Partial<Holder>;
    if (typeof pid === 'number' && typeof host === 'string')
      return host === hostname() ? `Process ${pid}` : `Process ${pid} on ${host}`;
  } catch {
    // It is written after the lock is taken, and removed before it is given back.
  }
  return 'Another process';
}

function holderFile(path: string): string {
  return `${path}.holder`;
}

function busy(path: string): GatehouseError {
  return new GatehouseError('import.busy', `${nameOfHolder(path)} has this import open.`, {
    fix: 'Wait until it finishes, or pause the load there.',
    location: { file: path },
  });
}

function unwritable(path: string, cause: unknown): GatehouseError {
  return new GatehouseError('import.job-file', 'The lock of the import is not available.', {
    fix: 'Check that its folder is writable and that the disk has free space. If the lock file is damaged, delete it while no load is running.',
    location: { file: path },
    cause,
  });
}

function onNetwork(directory: string, fileSystem: string): GatehouseError {
  return new GatehouseError(
    'import.network-folder',
    `The import is on ${fileSystem}, a network file system.`,
    {
      fix: 'Move the job file and its data to a local disk. On a network file system, two machines could load the same rows.',
      location: { file: directory },
    },
  );
}
