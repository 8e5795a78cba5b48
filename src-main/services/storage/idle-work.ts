/** Pause before the next piece, in milliseconds. */
const afterMillis = 25;

/** Work that is done a piece at a time when there is nothing else to do. */
export interface IdleWork {
  /** Begins, unless it has. */
  later(): void;
  stop(): void;
}

/** Does pieces until one says that there is nothing left; between them whatever waits is answered. */
export function createIdleWork(piece: () => boolean): IdleWork {
  let timer: NodeJS.Timeout | null = null;
  function later(): void {
    timer ??= setTimeout(() => {
      timer = null;
      try {
        if (piece()) later();
      } catch {
        // For example a full disk: the written data is kept, and the next write tries again.
      }
    }, afterMillis);
  }
  return {
    later,
    stop: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
