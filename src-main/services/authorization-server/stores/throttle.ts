import { createLimiter, createNanoTime, rateOf, retryAfterSeconds } from '#shared/throttle/index.ts';
import { createMonotonic } from '#shared/time/monotonic.ts';

const maxSources = 10_000;

/** How many times something may go wrong at once, and the time in which as many more come back. */
export interface ThrottlePolicy {
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** Counts what goes wrong by where it comes from. In memory: a restart forgets it. */
export interface Throttle {
  /** True if nothing has gone wrong lately; false until somebody asks how long to wait. */
  readonly isQuiet: boolean;
  /** How long the source has to wait, in seconds; 0: it need not. */
  waitSeconds(source: string, nowMillis: number): number;
  /** Counts once more; anything counted by `item` counts only the first time. */
  count(source: string, nowMillis: number, item?: string): void;
  forget(): void;
}

/** Creates a throttle of what goes wrong, with the buckets of the gateway. */
export function createThrottle({ attempts, windowSeconds }: ThrottlePolicy): Throttle {
  const read = rateOf(attempts, `${windowSeconds} s`);
  if (!('rate' in read)) throw new Error(read.problem.message);
  const { rate } = read;
  const limiter = createLimiter({ maxGroups: maxSources });
  const items = new Map<string, Set<string>>();
  let givenMillis = 0;
  let isQuiet = true;
  let nanos: (() => number) | null = null;
  const at = (nowMillis: number): number => {
    givenMillis = nowMillis;
    // Its clock is what the callers say: a clock that was set back keeps nobody out for longer.
    const clock = { nowMillis: () => givenMillis };
    nanos ??= createNanoTime({ nowMillis: createMonotonic(clock) }, (by) => limiter.rebase(by));
    return nanos();
  };
  return {
    get isQuiet() {
      return isQuiet;
    },
    waitSeconds(source, nowMillis) {
      const now = at(nowMillis);
      limiter.sweep(now, 16);
      isQuiet = limiter.size === 0;
      const bucket = limiter.peek(source, now);
      return bucket === null || bucket.waitNanos === 0 ? 0 : retryAfterSeconds(bucket.waitNanos);
    },
    count(source, nowMillis, item) {
      const now = at(nowMillis);
      isQuiet = false;
      limiter.sweep(now, 16);
      if (item !== undefined) {
        const bucket = limiter.peek(source, now);
        const known = bucket === null || bucket.level >= attempts ? new Set<string>() : items.get(source);
        if (known?.has(item) === true) return;
        // A set that has reached its limit need not grow any more.
        if (known !== undefined && known.size < attempts) items.set(source, known.add(item));
        else if (known === undefined) items.set(source, new Set([item]));
        if (items.size > maxSources) items.delete(items.keys().next().value ?? source);
      }
      // One that is new would share a bucket that nobody looks at, and could try without end.
      if (limiter.size >= maxSources && limiter.peek(source, now) === null) limiter.forgetOldest();
      limiter.decide(source, rate, now);
    },
    forget() {
      isQuiet = true;
      limiter.clear();
      items.clear();
    },
  };
}
