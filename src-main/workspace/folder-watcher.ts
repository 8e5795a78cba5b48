import { statSync, watch } from 'node:fs';

/** How long after a first sign of change the folders are looked at, in milliseconds: an editor writes in bursts. */
const settleMillis = 100;
/** How often they are looked at where the system cannot watch them, in milliseconds. */
const pollEveryMillis = 2_000;

/** Calls back when something in a folder changes, or once when it can no longer tell. */
export type WatchFolder = (
  path: string,
  changed: () => void,
  failed: (error: unknown) => void,
) => { close(): void };

export interface FolderWatcherOptions {
  /** Folders whose entries matter; one that does not exist yet is watched from when it does. */
  readonly folders: readonly string[];
  /** Looks at the files; true asks for another look soon. */
  readonly rescan: () => boolean;
  /** Told once when watching failed and the folders are looked at by the clock instead. */
  readonly onFallback: (error: unknown) => void;
  readonly watchFolder?: WatchFolder;
}

/** Watches folders until it is closed; it keeps no process alive. */
export function watchFolders(options: FolderWatcherOptions): { close(): void } {
  const { folders, rescan, onFallback, watchFolder = watchBySystem } = options;
  const watched = new Map<string, { readonly identity: string; close(): void }>();
  let timer: NodeJS.Timeout | null = null;
  let poll: NodeJS.Timeout | null = null;
  let isClosed = false;

  function lookSoon(): void {
    if (isClosed || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      // Watched first, then read: changes in between are not missed.
      arm();
      if (rescan()) lookSoon();
    }, settleMillis);
    timer.unref();
  }

  function fallBack(error: unknown): void {
    if (isClosed || poll !== null) return;
    poll = setInterval(lookSoon, pollEveryMillis);
    poll.unref();
    onFallback(error);
  }

  function arm(): void {
    for (const folder of folders) {
      const identity = identityOf(folder);
      const earlier = watched.get(folder);
      if (earlier?.identity === identity) continue;
      earlier?.close();
      watched.delete(folder);
      if (identity === null || poll !== null) continue;
      try {
        const watcher = watchFolder(folder, lookSoon, (error) => {
          watcher.close();
          watched.delete(folder);
          fallBack(error);
        });
        watched.set(folder, { identity, close: () => watcher.close() });
      } catch (error) {
        fallBack(error);
      }
    }
  }

  arm();
  // Files may have changed between the first reading and now.
  lookSoon();
  return {
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      if (poll !== null) clearInterval(poll);
      for (const { close } of watched.values()) close();
      watched.clear();
    },
  };
}

/** Differs between a folder and another that took its place. */
function identityOf(folder: string): string | null {
  const found = statSync(folder, { throwIfNoEntry: false, bigint: true });
  return found?.isDirectory() === true ? `${found.dev} ${found.ino}` : null;
}

function watchBySystem(
  path: string,
  changed: () => void,
  failed: (error: unknown) => void,
): { close(): void } {
  const watcher = watch(path, { persistent: false }, () => changed());
  watcher.on('error', failed);
  return { close: () => watcher.close() };
}
