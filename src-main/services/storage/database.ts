import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { holdLock } from '#main/platform/held-lock.ts';
import { makePrivateFile, makePrivateFolder } from '#main/platform/private-files.ts';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { defineChecksums } from './checksum.ts';
import { isDamageAtOpening, StateDamage } from './damage.ts';
import { mendDatabaseHead } from './database-head.ts';
import { hasLostCommits } from './log-check.ts';
import { migrations } from './migrations/index.ts';
import { checkSchema, firstRepeated } from './schema-check.ts';

/** Databases up to this size are checked page by page when they are opened; beyond it opening would take too long. */
const checkedLimitBytes = 64 * 1_048_576;

export interface OpenState {
  readonly database: DatabaseSync;
  /** The measures needed to open it: a damaged database that was moved aside. */
  readonly problems: readonly Problem[];
  /** True if all of its pages were checked, because it is small enough or was found damaged while it ran. */
  readonly isChecked: boolean;
  /** How large it was, without its log. */
  readonly sizeBytes: number;
  /** True if the last changes are lost: the log that held them is damaged. */
  readonly isTailLost: boolean;
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
    const opened = openSound(join(directory, 'state.db'));
    opened.database.exec(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
    return { ...opened, release: unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

function unwritable(directory: string, cause: unknown): GatehouseError {
  return new GatehouseError('state.unwritable', `The state directory ${directory} is not writable.`, {
    fix: 'Give this user write permission, or choose another directory with --state-dir.',
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
    fix: 'Use the window or the URL of that process, stop it, or choose another --state-dir.',
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

type Opened = Omit<OpenState, 'release'>;

function openSound(file: string): Opened {
  try {
    return openMigrated(file);
  } catch (error) {
    if (error instanceof GatehouseError) throw error;
    if (!isDamageAtOpening(error)) throw unwritable(file, error);
    const aside = freeName(`${file}.corrupt`);
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
    rmSync(damagedMark(file), { force: true });
    const opened = openMigrated(file);
    const problem = corrupt(`The state database was damaged and is now at ${aside}.`, {
      fix: 'Gatehouse created a new state, so issue tokens again. Delete the damaged file when you no longer need it.',
      cause: error,
    });
    return { ...opened, problems: [problem] };
  }
}

function corrupt(message: string, details: { readonly fix: string; readonly cause?: unknown }): Problem {
  return new GatehouseError('state.corrupt', message, details).toProblem('warning');
}

function freeName(base: string): string {
  let name = base;
  for (let number = 2; existsSync(name); number += 1) name = `${base}-${number}`;
  return name;
}

/** Where a process that meets damage leaves word, so that the next start looks at all pages of a large state too. */
const damagedMark = (file: string): string => `${file}.damaged`;

/** Leaves word that a state in use was found damaged. */
export function markDamaged(directory: string): void {
  try {
    writeFileSync(damagedMark(join(directory, 'state.db')), '', { mode: 0o600 });
  } catch {
    // A disk that cannot be written: the findings are reported all the same.
  }
}

/** Keeps a copy of a log that is damaged: SQLite goes on behind its last good frame. */
function keepLostLog(file: string): Problem | null {
  const log = `${file}-wal`;
  if (!hasLostCommits(log)) return null;
  const aside = freeName(`${log}.corrupt`);
  copyFileSync(log, aside);
  chmodSync(aside, 0o600);
  return corrupt(
    `The log of the state database was damaged, so the last changes are lost. The log is now at ${aside}.`,
    {
      fix: 'You may have to repeat the last changes of secrets, permissions and tokens. Delete the damaged file when you no longer need it.',
    },
  );
}

const mendedHead = () =>
  corrupt('The header of the state database was damaged and has been repaired.', {
    fix: 'The rest of the database was not damaged. Check the disk.',
  });

function openMigrated(file: string): Opened {
  const size = existsSync(file) ? statSync(file).size : 0;
  const isChecked = size <= checkedLimitBytes || existsSync(damagedMark(file));
  makePrivateFile(file);
  const head = size === 0 ? 'sound' : mendDatabaseHead(file);
  if (head === 'foreign')
    throw new StateDamage('The file does not start with the header of a state database.');
  const lostLog = size === 0 ? null : keepLostLog(file);
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    defineChecksums(database);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY');
    if (size > 0 && isChecked) checkPages(database);
    const { version, isMended } = checkSchema(database);
    migrate(database, version);
    rmSync(damagedMark(file), { force: true });
    const isHeadMended = isMended || head === 'mended';
    const problems = [...(isHeadMended ? [mendedHead()] : []), ...(lostLog === null ? [] : [lostLog])];
    return { database, problems, isChecked, sizeBytes: size, isTailLost: lostLog !== null };
  } catch (error) {
    database.close();
    throw error;
  }
}

const ofIndexes = ['missing from index', 'wrong # of entries in index'];

/** Looks at all pages. An index that is wrong is made anew: it says nothing that the rows do not. */
function checkPages(database: DatabaseSync): void {
  const found = faultsIn(database);
  if (found.length === 0) return;
  if (found.every((fault) => ofIndexes.some((text) => fault.includes(text)))) {
    database.exec('REINDEX');
    if (faultsIn(database).length === 0) return;
  }
  throw new StateDamage(`integrity_check: ${found[0]}`);
}

function faultsIn(database: DatabaseSync): readonly string[] {
  const found = database.prepare('PRAGMA integrity_check').all();
  return found.map((row) => String(row['integrity_check'])).filter((text) => text !== 'ok');
}

function migrate(database: DatabaseSync, from: number): void {
  for (const { version, sql } of migrations) {
    if (version <= from) continue;
    const repeat = version >= firstRepeated ? `UPDATE ledger SET version = ${version};` : '';
    database.exec(`BEGIN; ${sql}; ${repeat} PRAGMA user_version = ${version}; COMMIT`);
  }
}

/** Returns the size of the state on the disk, in bytes. */
export function stateSizeBytes(directory: string): number {
  return ['state.db', 'state.db-wal', 'state.db-shm']
    .map((name) => statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0);
}
