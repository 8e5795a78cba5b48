import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Folders for browser profiles that do not outlive the process that made them. */
export interface TemporaryProfiles {
  /** Makes an empty folder that only this user may read. */
  make(): Promise<string>;
  remove(directory: string): Promise<void>;
  /** Removes what processes left that are no more; returns how many folders that were. */
  sweep(): Promise<number>;
}

const markerName = 'owner.json';
/** A folder without a marker belongs to somebody who is about to write it, for this long in milliseconds. */
const unmarkedMillis = 60_000;
/** How often, and after how many milliseconds, it is looked whether a browser has made its folder anew. */
const endingChecks = 10;
const endingMillis = 500;

/** The process to which a folder belongs; `startedAt` tells it from a later one with the same id. */
interface Owner {
  readonly pid?: unknown;
  readonly startedAt?: unknown;
}

/** Makes the keeper of the profiles under a folder, which several processes may share. */
export function createTemporaryProfiles(root: string): TemporaryProfiles {
  const remove = (directory: string) =>
    // A browser that is being ended still writes for a moment.
    rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  return {
    remove,
    async make() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const directory = await mkdtemp(join(root, 'profile-'));
      const owner = { pid: process.pid, startedAt: startOf(process.pid) };
      await writeFile(join(directory, markerName), JSON.stringify(owner));
      return directory;
    },
    async sweep() {
      const names = await readdir(root).catch(() => []);
      const folders = names.filter((name) => name.startsWith('profile-')).map((name) => join(root, name));
      const states = await Promise.all(
        folders.map(async (path) => ({ path, isLeft: await isLeftover(path) })),
      );
      const leftovers = states.filter(({ isLeft }) => isLeft);
      // One that cannot be removed now is tried again at the next start.
      await Promise.allSettled(leftovers.map(({ path }) => removeAbandoned(path, remove)));
      return leftovers.length;
    },
  };
}

/** Removes a folder as often as a browser that is just ending, now that nobody holds it, makes it anew. */
async function removeAbandoned(path: string, remove: (path: string) => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < endingChecks; attempt += 1) {
    await remove(path);
    await setTimeout(endingMillis);
    if ((await stat(path).catch(() => null)) === null) return;
  }
}

async function isLeftover(directory: string): Promise<boolean> {
  try {
    const { pid, startedAt } = JSON.parse(await readFile(join(directory, markerName), 'utf8')) as Owner;
    return typeof pid !== 'number' || !isAlive(pid) || startOf(pid) !== startedAt;
  } catch {
    const changed = await stat(directory).catch(() => null);
    return changed !== null && Date.now() - changed.mtimeMs > unmarkedMillis;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process started, in ticks since the boot; null where the system does not say. Ids are given out again. */
function startOf(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may hold anything; the fields are counted after its closing bracket. proc(5)
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    // One that has ended and that nobody has asked about has started never.
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
