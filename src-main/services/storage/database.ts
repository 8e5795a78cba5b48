import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { holdLock } from '#main/platform/held-lock.ts';
import { makePrivateFile, makePrivateFolder } from '#main/platform/private-files.ts';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { migrations } from './migrations/index.ts';

/** Databases up to this size are checked page by page when they are opened; beyond it opening would take too long. */
const quickCheckLimitBytes = 64 * 1_048_576;

export interface OpenState {
  readonly database: DatabaseSync;
  /** What had to be done to open it: a damaged database that was moved aside. */
  readonly problems: readonly Problem[];
  readonly release: () => void;
}

/**
 * Takes the workspace's lock and opens its state, migrated to this version. A damaged database is moved aside,
 * never deleted.
 * @throws state.unwritable, state.exposed, state.busy, state.newer
 */
export function openState(directory: string, durability: 'normal' | 'full'): OpenState {
  makePrivateFolder(directory);
  const unlock = takeLock(directory);
  try {
    const file = join(directory, 'state.db');
    const problems: Problem[] = [];
    const database = openSound(file, problems);
    database.exec(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
    return { database, problems, release: unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

function unwritable(directory: string, cause: unknown): GatehouseError {
  return new GatehouseError('state.unwritable', `The state directory ${directory} cannot be written.`, {
    fix: 'Make it writable for this user, or give another with --state-dir.',
    cause,
  });
}

/** One process a workspace, for as long as it lives. */
function takeLock(directory: string): () => void {
  const holderFile = join(directory, 'holder.json');
  let release: (() => void) | null = null;
  try {
    release = holdLock(join(directory, 'lock.db'));
    if (release !== null) writeFileSync(holderFile, JSON.stringify({ pid: process.pid }), { mode: 0o600 });
  } catch (cause) {
    release?.();
    throw unwritable(directory, cause);
  }
  if (release === null) throw busy(holderFile);
  const held = release;
  return () => {
    rmSync(holderFile, { force: true });
    held();
  };
}

function busy(holderFile: string): GatehouseError {
  const pid = readHolder(holderFile);
  return new GatehouseError('state.busy', `Process ${pid ?? '(unknown)'} has this workspace open.`, {
    fix: 'Use the window or the address of that process, stop it, or give another --state-dir.',
  });
}

function readHolder(holderFile: string): number | null {
  try {
    const holder: unknown = JSON.parse(readFileSync(holderFile, 'utf8'));
    return typeof holder === 'object' && holder !== null && 'pid' in holder ? Number(holder.pid) : null;
  } catch {
    return null;
  }
}

function openSound(file: string, problems: Problem[]): DatabaseSync {
  try {
    return openMigrated(file);
  } catch (error) {
    if (error instanceof GatehouseError) throw error;
    if (!isDamage(error)) throw unwritable(file, error);
    const aside = freeName(`${file}.corrupt`);
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
    problems.push(
      new GatehouseError('state.corrupt', `The state database was damaged and is now at ${aside}.`, {
        fix: 'A new state was begun: issue tokens anew. Delete the damaged file when you do not need it.',
        cause: error,
      }).toProblem('warning'),
    );
    return openMigrated(file);
  }
}

function isDamage(error: unknown): boolean {
  return (
    error instanceof Error && /malformed|not a database|corrupt|disk image|quick_check/i.test(error.message)
  );
}

function freeName(base: string): string {
  let name = base;
  for (let number = 2; existsSync(name); number += 1) name = `${base}-${number}`;
  return name;
}

function openMigrated(file: string): DatabaseSync {
  const existed = existsSync(file) && statSync(file).size > 0;
  makePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY');
    if (existed && statSync(file).size <= quickCheckLimitBytes) check(database);
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function check(database: DatabaseSync): void {
  const result = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') throw new Error(`quick_check: ${String(result)}`);
}

function migrate(database: DatabaseSync): void {
  const current = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  const newest = migrations.at(-1)?.version ?? 0;
  if (current > newest)
    throw new GatehouseError(
      'state.newer',
      `The state has version ${current}; this Gatehouse knows ${newest}.`,
      {
        fix: 'Use the newer Gatehouse, or give another --state-dir. Nothing was changed.',
      },
    );
  for (const { version, sql } of migrations) {
    if (version <= current) continue;
    database.exec(`BEGIN; ${sql}; PRAGMA user_version = ${version}; COMMIT`);
  }
}

/** What the state takes on the disk, in bytes. */
export function stateSizeBytes(directory: string): number {
  return ['state.db', 'state.db-wal', 'state.db-shm']
    .map((name) => statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0);
}
