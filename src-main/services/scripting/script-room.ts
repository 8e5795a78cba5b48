/** An owner of workers that may have to wait for room for one more. */
export interface RoomUser {
  /** Ends one idle worker to free its place; false if none is idle. */
  giveUpIdle(): boolean;
  /** There may be room now: it enters where it still has to. */
  tryAgain(): void;
}

/** Bounds how many workers the scripts of a workspace have together: each is a process. */
export interface ScriptRoom {
  /** Reserves room for a worker; false: there is none, and the caller is told to try again. */
  enter(user: RoomUser): boolean;
  /** A worker is over. */
  leave(): void;
  /** A worker has nothing to do for a moment: it goes in favour of one that is waited for. */
  rests(user: RoomUser): void;
  /** It has no worker and wants none. */
  forget(user: RoomUser): void;
}

/** Makes room for so many workers: those that rest go in favour of others, and who waited longest comes first. */
export function createScriptRoom(max: number): ScriptRoom {
  /** In the order in which they entered last. */
  const users = new Set<RoomUser>();
  const waiting = new Set<RoomUser>();
  let taken = 0;

  const makeRoom = (): boolean => [...users].some((user) => user.giveUpIdle());

  function wake(): void {
    const inOrder = [...waiting];
    waiting.clear();
    for (const user of inOrder) user.tryAgain();
  }

  return {
    enter(user) {
      // Those that wait count: they came first.
      if (taken + waiting.size >= max && !makeRoom()) {
        waiting.add(user);
        return false;
      }
      taken += 1;
      users.delete(user);
      users.add(user);
      return true;
    },
    leave() {
      taken -= 1;
      // Not at once: the leaving worker is still at work.
      queueMicrotask(wake);
    },
    rests(user) {
      if (waiting.size > 0) user.giveUpIdle();
    },
    forget(user) {
      users.delete(user);
      waiting.delete(user);
    },
  };
}
