/** Lets a limited number act at the same time; the others wait for a turn. */
export interface Turns {
  /** Takes a turn, and gives what ends it. null: the signal came first. */
  take(signal?: AbortSignal): Promise<(() => void) | null>;
}

/** Makes turns for `most` at a time, first come, first served. */
export function createTurns(max: number): Turns {
  let taken = 0;
  const waiting = new Set<() => void>();

  function end(): void {
    taken -= 1;
    const [next] = waiting;
    next?.();
  }

  function begin(): () => void {
    taken += 1;
    return end;
  }

  return {
    async take(signal) {
      if (signal?.aborted === true) return null;
      if (taken < max) return begin();
      const turn = Promise.withResolvers<(() => void) | null>();
      const start = () => {
        waiting.delete(start);
        turn.resolve(begin());
      };
      const stop = () => {
        waiting.delete(start);
        turn.resolve(null);
      };
      waiting.add(start);
      signal?.addEventListener('abort', stop, { once: true });
      try {
        return await turn.promise;
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
  };
}
