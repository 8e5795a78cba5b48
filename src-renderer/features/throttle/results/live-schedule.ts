/** How long an edit rests before it is simulated, in milliseconds. */
export const restMillis = 300;

/** A simulation that takes longer waits for the button, in milliseconds. */
const maxMillis = 3_000;

/** Requests that the engine decides in a millisecond where nothing was measured yet: on the careful side. */
const requestsPerMilli = 500;

/** Below this the start of a simulation takes more of the time than its requests do. */
const startMillis = 500;

/** How long a simulation took, and of how many requests. */
export interface Measured {
  readonly tookMillis: number;
  readonly requests: number;
}

/** Tests whether a simulation of so many requests takes too long to be started by each edit. */
export function takesLong(requests: number, last: Measured | null): boolean {
  if (requests / requestsPerMilli > maxMillis) return true;
  if (last === null) return false;
  const isOfRequests = last.tookMillis > startMillis && last.requests > 0;
  const factor = isOfRequests ? requests / last.requests : 1;
  return last.tookMillis * factor > maxMillis;
}

/** The acts of a schedule. */
export interface LiveActs {
  readonly start: () => void;
  /** Stops the simulation of an input that has been edited since. */
  readonly cancel: () => void;
}

/** Starts a simulation once edits rest and the policy is known to run. */
export interface LiveSchedule {
  readonly setActs: (acts: LiveActs) => void;
  readonly setReady: (isReady: boolean) => void;
  readonly edited: () => void;
  /** Forgets the last edit: it is simulated already, or not to be. */
  readonly clear: () => void;
}

/** Makes a schedule; what an edit has begun is cancelled by the next one. */
export function createLiveSchedule(): LiveSchedule {
  let acts: LiveActs = { start: () => undefined, cancel: () => undefined };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRested = false;
  let isReady = false;
  const tryStart = () => {
    if (!isRested || !isReady) return;
    isRested = false;
    acts.start();
  };
  const clear = () => {
    clearTimeout(timer);
    isRested = false;
  };
  return {
    setActs: (next) => (acts = next),
    setReady: (next) => {
      isReady = next;
      tryStart();
    },
    edited: () => {
      clear();
      acts.cancel();
      timer = setTimeout(() => {
        isRested = true;
        tryStart();
      }, restMillis);
    },
    clear,
  };
}
