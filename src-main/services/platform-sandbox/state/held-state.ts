import type { SandboxState } from './state.ts';

/** The state while it is held in memory. */
export interface HeldState {
  /** null before it was read. */
  readonly current: SandboxState | null;
  /** Gives the state, which the first to ask reads. */
  load(): Promise<SandboxState>;
  /** The next to ask reads anew, also where it is being read at the moment. */
  forget(): void;
  /** Drops what is in memory, changes the stored state, and reads it again; requests in the meantime wait. */
  reread(first: () => Promise<unknown>): Promise<void>;
}

/** Makes the holder of a state that is read when it is needed. */
export function createHeldState(read: () => Promise<SandboxState>): HeldState {
  let current: SandboxState | null = null;
  let loading: Promise<SandboxState> | null = null;

  function forget(): void {
    current = null;
    loading = null;
  }

  function begin(reading: Promise<SandboxState>): Promise<SandboxState> {
    const begun = reading.then(
      (loaded) => {
        // A state that was forgotten while it was read does not come back.
        if (loading === begun) current = loaded;
        return loaded;
      },
      (error: unknown) => {
        // A state that could not be read is read again with the next request.
        if (loading === begun) loading = null;
        throw error;
      },
    );
    loading = begun;
    return begun;
  }

  return {
    get current() {
      return current;
    },
    load: () => loading ?? begin(read()),
    forget,
    async reread(first) {
      const former = (loading ?? Promise.resolve()).catch(() => {});
      forget();
      await begin(former.then(first).then(read));
    },
  };
}
