import type { Clock } from '../time/clock.ts';

const nanosPerMilli = 1_000_000;
/** 2^51 ns, 26 days: what is added to it to book ahead stays below 2^53, up to where a float holds whole numbers. */
const farthestNanos = 2_251_799_813_685_248;

/**
 * Counts whole nanoseconds on a clock, from a zero that it moves whenever the count would grow too large to be exact,
 * however far somebody moves the clock. `onRebase` gets by how much the zero moved forward.
 */
export function createNanoTime(clock: Clock, onRebase: (byNanos: number) => void): () => number {
  let zeroMillis = clock.nowMillis();
  return () => {
    const nowMillis = clock.nowMillis();
    const nanos = Math.round((nowMillis - zeroMillis) * nanosPerMilli);
    if (Math.abs(nanos) < farthestNanos) return nanos;
    onRebase(nanos);
    zeroMillis = nowMillis;
    return 0;
  };
}
