/** Lets a stream send as many messages as its reader has asked for, however slow the reader is. */
export interface CreditGate {
  /** Resolves when a credit could be used; false when the stream has ended. */
  take(): Promise<boolean>;
  close(): void;
}

/** The open streams of one connection's engine, by the ids that their readers chose. */
export interface CreditStreams {
  open(streamId: string, credits: number, signal: AbortSignal | undefined): CreditGate;
  /** Adds credits; false when no such stream is open. */
  grant(streamId: string, credits: number): boolean;
}

/** Makes the registry of credit-bounded streams. */
export function createCreditStreams(): CreditStreams {
  const gates = new Map<string, (credits: number) => void>();
  return {
    open(streamId, credits, signal) {
      let available = credits;
      let ended = signal?.aborted === true;
      let wake: (() => void) | null = null;
      const notify = () => {
        wake?.();
        wake = null;
      };
      const close = () => {
        ended = true;
        gates.delete(streamId);
        notify();
      };
      gates.set(streamId, (more) => {
        available = Math.min(available + more, 10_000);
        notify();
      });
      signal?.addEventListener('abort', close, { once: true });
      return {
        async take() {
          while (available === 0 && !ended)
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          if (ended) return false;
          available -= 1;
          return true;
        },
        close,
      };
    },
    grant(streamId, credits) {
      const add = gates.get(streamId);
      add?.(credits);
      return add !== undefined;
    },
  };
}

/** Waits until something has changed since the last look, or the signal ends the wait. */
function createPulse(subscribe: (changed: () => void) => () => void, signal: AbortSignal | undefined) {
  let dirty = true;
  let wake: (() => void) | null = null;
  const notify = () => {
    dirty = true;
    wake?.();
  };
  const unsubscribe = subscribe(notify);
  signal?.addEventListener('abort', notify, { once: true });
  return {
    async changed(): Promise<boolean> {
      while (!dirty && signal?.aborted !== true)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      dirty = false;
      return signal?.aborted !== true;
    },
    end: unsubscribe,
  };
}

export interface StreamOptions<T> {
  readonly gate: CreditGate;
  readonly signal: AbortSignal | undefined;
  readonly subscribe: (changed: () => void) => () => void;
  /** Returns the message to send now; null: nothing, wait for the next change. */
  readonly read: () => T | null | Promise<T | null>;
}

/**
 * Sends what `read` gives whenever something changed and a credit is there. What changes in between is not queued:
 * the next message has the latest.
 */
export async function* streamChanges<T>({
  gate,
  signal,
  subscribe,
  read,
}: StreamOptions<T>): AsyncGenerator<T, void, void> {
  const pulse = createPulse(subscribe, signal);
  try {
    while (await gate.take()) {
      let value: T | null = null;
      while (value === null) {
        if (!(await pulse.changed())) return;
        value = await read();
      }
      yield value;
    }
  } finally {
    pulse.end();
    gate.close();
  }
}
