import { createPacer, type Pace, type Pacer } from '#shared/consents/index.ts';

/** Lets requests through one by one, at the pace of a pacer, in the order in which they came. */
export interface Gate {
  /** Waits for its turn; resolves with the instant at which it was let through. Rejects with the reason of `signal`. */
  pass(signal: AbortSignal): Promise<number>;
  /** Reports the outcome of a request that was let through at `sentAtMillis`. */
  passed(): void;
  refused(sentAtMillis: number): void;
  /** Another pace, from now on; the learnt one is forgotten. */
  setPace(pace: Pace): void;
  readonly pacer: Pick<Pacer, 'limitPerSecond' | 'isLearned'>;
}

/** Longest timeout of a timer: a longer one would fire at once. */
const maxTimerMillis = 60_000;

interface Waiter {
  readonly let: (atMillis: number) => void;
}

/** Makes a gate. `monotonic` gives milliseconds of a clock that only goes forward. */
export function createGate(pace: Pace, monotonic: () => number): Gate {
  let pacer = createPacer(pace);
  const waiting: Waiter[] = [];
  let timer: NodeJS.Timeout | null = null;

  function letThrough(): void {
    timer = null;
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const nowMillis = monotonic();
      const waitMillis = pacer.nextAt(nowMillis) - nowMillis;
      if (waitMillis > 0) {
        timer = setTimeout(letThrough, Math.min(maxTimerMillis, Math.ceil(waitMillis)));
        return;
      }
      waiting.shift();
      pacer.sent(nowMillis);
      next.let(nowMillis);
    }
  }

  function again(): void {
    if (timer !== null) clearTimeout(timer);
    letThrough();
  }

  return {
    pass(signal) {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      const turn = Promise.withResolvers<number>();
      const waiter: Waiter = {
        let(atMillis) {
          signal.removeEventListener('abort', leave);
          turn.resolve(atMillis);
        },
      };
      const leave = () => {
        const index = waiting.indexOf(waiter);
        if (index >= 0) waiting.splice(index, 1);
        if (waiting.length === 0 && timer !== null) {
          clearTimeout(timer);
          timer = null;
        }
        turn.reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(waiter);
      if (timer === null) letThrough();
      return turn.promise;
    },
    passed: () => pacer.passed(),
    refused: (sentAtMillis) => pacer.refused(sentAtMillis, monotonic()),
    setPace(next) {
      pacer = createPacer(next);
      again();
    },
    get pacer() {
      return pacer;
    },
  };
}
