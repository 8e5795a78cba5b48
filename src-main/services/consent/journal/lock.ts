import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { GatehouseError } from '#shared/errors/index.ts';

/** What a lock file says of its holder. */
interface Holder {
  readonly pid: number;
  /** What tells the process from a later one of the same number. */
  readonly since: string;
}

/** Times that a lock is tried for which processes before left behind. */
const mostAttempts = 5;
let taken = 0;

/** Takes the lock of an import; the returned function gives it back. @throws import.busy */
export function takeLock(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  taken += 1;
  const own = `${path}.${process.pid}.${taken}`;
  const text = JSON.stringify({ pid: process.pid, since: startOf(process.pid) } satisfies Holder);
  writeFileSync(own, text, { mode: 0o600 });
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        claim(own, path, text);
        return () => release(path, text);
      } catch (cause) {
        const holder = lockHolder(path);
        if (attempt >= mostAttempts || holder !== null || !isThere(cause)) throw busy(path, holder, cause);
        takeAway(path, `${own}.stale`);
      }
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** In whole or not at all: a lock that is seen says whose it is. */
function claim(own: string, path: string, text: string): void {
  try {
    linkSync(own, path);
  } catch (error) {
    if (isThere(error)) throw error;
    // Not every disk knows a second name for a file.
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  }
}

/** The process that works on an import; null: none does. */
export function lockHolder(path: string): number | null {
  const holder = holderOf(path);
  return holder !== null && isAlive(holder) ? holder.pid : null;
}

/** A lock that a process left behind that is no more is nobody's; one that came meanwhile is put back. */
function takeAway(path: string, aside: string): void {
  try {
    renameSync(path, aside);
    const holder = holderOf(aside);
    if (holder !== null && isAlive(holder)) linkSync(aside, path);
  } catch {
    // Another process was faster: the next attempt finds what it made of it.
  }
  rmSync(aside, { force: true });
}

function release(path: string, text: string): void {
  try {
    if (readFileSync(path, 'utf8') === text) rmSync(path, { force: true });
  } catch {
    // It went with the data of the import.
  }
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function busy(path: string, pid: number | null, cause: unknown): GatehouseError {
  return new GatehouseError('import.busy', `Process ${pid ?? '?'} works on this import.`, {
    fix: 'Wait until it has ended, or pause it there.',
    location: { file: path },
    cause,
  });
}

function holderOf(path: string): Holder | null {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder> | null;
    return typeof value?.pid === 'number' ? { pid: value.pid, since: value.since ?? '' } : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, since }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process lives all the same.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return startOf(pid) === since;
}

/** When a process began, in words of the system; empty where the system does not tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
